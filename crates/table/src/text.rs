//! Values as text, as Flink's client prints them and CAST to STRING gives them.
