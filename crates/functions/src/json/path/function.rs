//! The functions at the end of a path: `$.prices.sum()`.

use super::PathError;
use crate::json::document::Json;
use std::borrow::Cow;
use table::text::write_double;

/// A function of the value that a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathFunction {
    Length,
    Keys,
    Sum,
    Min,
    Max,
    Average,
    StandardDeviation,
    First,
    Last,
    Index(i64),
}

impl PathFunction {
    /// `None` for a name that is no function, or arguments that it does not take.
    pub(super) fn compile(name: &str, argument: &str) -> Option<Self> {
        let argument = argument.trim();
        if name == "index" {
            return argument.parse().ok().map(PathFunction::Index);
        }
        let function = match name {
            "length" | "size" => PathFunction::Length,
            "keys" => PathFunction::Keys,
            "sum" => PathFunction::Sum,
            "min" => PathFunction::Min,
            "max" => PathFunction::Max,
            "avg" => PathFunction::Average,
            "stddev" => PathFunction::StandardDeviation,
            "first" => PathFunction::First,
            "last" => PathFunction::Last,
            _ => return None,
        };
        argument.is_empty().then_some(function)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            PathFunction::Length => "length",
            PathFunction::Keys => "keys",
            PathFunction::Sum => "sum",
            PathFunction::Min => "min",
            PathFunction::Max => "max",
            PathFunction::Average => "avg",
            PathFunction::StandardDeviation => "stddev",
            PathFunction::First => "first",
            PathFunction::Last => "last",
            PathFunction::Index(_) => "index",
        }
    }

    pub(super) fn apply<'a>(self, value: &Json<'a>) -> Result<Json<'a>, PathError> {
        match (self, value) {
            (PathFunction::Length, Json::Array(elements)) => Ok(count(elements.len())),
            (PathFunction::Length, Json::Object(entries)) => Ok(count(entries.len())),
            (PathFunction::Length, _) => Ok(Json::Null),
            (PathFunction::Keys, Json::Object(entries)) => {
                Ok(Json::Array(entries.iter().map(|(key, _)| Json::String(key.clone())).collect()))
            }
            (PathFunction::Keys, _) => Ok(Json::Null),
            (PathFunction::First, Json::Array(elements)) => self.at(elements, 0),
            (PathFunction::Last, Json::Array(elements)) => self.at(elements, -1),
            (PathFunction::Index(index), Json::Array(elements)) => self.at(elements, index),
            (_, Json::Array(elements)) => self.of_numbers(elements),
            _ => Err(PathError(format!("'{}' needs an array", self.name()))),
        }
    }

    fn at<'a>(self, elements: &[Json<'a>], index: i64) -> Result<Json<'a>, PathError> {
        let index = if index < 0 { index + elements.len() as i64 } else { index };
        let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
        element.cloned().ok_or_else(|| PathError(format!("'{}' found no element", self.name())))
    }

    /// Of the numbers among the elements.
    fn of_numbers<'a>(self, elements: &[Json<'a>]) -> Result<Json<'a>, PathError> {
        let numbers = elements.iter().filter_map(|element| match element {
            Json::Number(number) => number.parse::<f64>().ok(),
            _ => None,
        });
        let numbers: Vec<f64> = numbers.collect();
        if numbers.is_empty() {
            return Err(PathError(format!("'{}' needs an array with numbers", self.name())));
        }
        let length = numbers.len() as f64;
        let sum: f64 = numbers.iter().sum();
        let result = match self {
            PathFunction::Sum => sum,
            PathFunction::Average => sum / length,
            PathFunction::Min => numbers.iter().copied().fold(f64::MAX, f64::min),
            PathFunction::Max => numbers.iter().copied().fold(f64::MIN_POSITIVE, f64::max),
            _ => {
                let squares: f64 = numbers.iter().map(|number| number * number).sum();
                (squares / length - sum * sum / length / length).sqrt()
            }
        };
        let mut text = String::new();
        write_double(&mut text, result);
        Ok(Json::Number(Cow::Owned(text)))
    }
}

fn count(length: usize) -> Json<'static> {
    Json::Number(Cow::Owned(length.to_string()))
}
