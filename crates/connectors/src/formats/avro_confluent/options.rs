//! The options of the avro-confluent format.

use options::OptionSpec;

pub(in crate::formats) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("url").required().doc("The URL of the schema registry."),
    OptionSpec::string("subject")
        .doc("The subject under which the schema is registered when writing; for Kafka by default the topic with `-key` or `-value`."),
    OptionSpec::string("schema").doc("The schema, when it is not derived from the table."),
    OptionSpec::string("ssl.keystore.location").doc("The file of the key store."),
    OptionSpec::string("ssl.keystore.password").secret().doc("The password of the key store."),
    OptionSpec::string("ssl.truststore.location").doc("The file of the trust store."),
    OptionSpec::string("ssl.truststore.password").secret().doc("The password of the trust store."),
    OptionSpec::string("basic-auth.credentials-source").doc("Where the credentials of basic authentication come from."),
    OptionSpec::string("basic-auth.user-info").secret().doc("User and password of basic authentication."),
    OptionSpec::string("bearer-auth.credentials-source").doc("Where the token of bearer authentication comes from."),
    OptionSpec::string("bearer-auth.token").secret().doc("The token of bearer authentication."),
    OptionSpec::map("properties").doc("Further settings of the registry client."),
];
