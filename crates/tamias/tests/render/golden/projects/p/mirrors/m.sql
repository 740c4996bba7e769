CREATE TABLE m (id INT, name STRING) WITH ('stream' = 'events_stream', 'batch' = 'events_batch', 'batch.fields.id' = 'nr');
