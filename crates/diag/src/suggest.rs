//! The nearest name: "did you mean".
