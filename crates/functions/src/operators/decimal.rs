//! DECIMAL arithmetic: exact, rounded half up to the scale of the result, NULL when it has too many digits.

use crate::cast::number::{fits, power, rescale};
use crate::kernel::rows;
use arrow::datatypes::{Decimal128Type, i256};
use diag::{Error, Result};
use table::function::{CallSite, Kernel};
use table::types::{LogicalType, TypeKind, arrow_type};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalOperator {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// The scales of the operands and the result, and the result's limit.
#[derive(Clone, Copy)]
struct Shape {
    left: u8,
    right: u8,
    result: u8,
    limit: i128,
}

pub(super) fn kernel(call: &CallSite, operator: DecimalOperator) -> Result<Box<dyn Kernel>> {
    let (_, left) = decimal_of(&call.arguments[0].data_type)?;
    let (_, right) = decimal_of(&call.arguments[1].data_type)?;
    let (precision, result) = decimal_of(&call.result)?;
    let shape = Shape { left, right, result, limit: power(precision) };
    let target = arrow_type(&call.result);
    Ok(rows(move |args| {
        let (a, b) = (args.column::<Decimal128Type>(0)?, args.column::<Decimal128Type>(1)?);
        args.build::<Decimal128Type>(&target, |row| match (a.get(row), b.get(row)) {
            (Some(a), Some(b)) => shape.compute(operator, a, b),
            _ => Ok(None),
        })
    }))
}

fn decimal_of(data_type: &LogicalType) -> Result<(u8, u8)> {
    match data_type.kind {
        TypeKind::Decimal { precision, scale } => Ok((precision, scale)),
        _ => Err(Error::internal(format!("{data_type} takes part in DECIMAL arithmetic"))),
    }
}

impl Shape {
    fn compute(self, operator: DecimalOperator, a: i128, b: i128) -> Result<Option<i128>> {
        Ok(match operator {
            DecimalOperator::Plus => self.sum(a, b),
            DecimalOperator::Minus => self.sum(a, -b),
            DecimalOperator::Times => self.product(a, b),
            DecimalOperator::Divide | DecimalOperator::Remainder if b == 0 => return Err(Error::data("Division by zero")),
            DecimalOperator::Divide => self.quotient(a, b),
            DecimalOperator::Remainder => self.remainder(a, b),
        })
    }

    fn sum(self, a: i128, b: i128) -> Option<i128> {
        let scale = self.left.max(self.right);
        let narrow = || a.checked_mul(power(scale - self.left))?.checked_add(b.checked_mul(power(scale - self.right))?);
        match narrow() {
            Some(sum) => fits(rescale(sum, scale, self.result)?, self.limit),
            None => self.round(wide(a, scale - self.left).checked_add(wide(b, scale - self.right))?, scale),
        }
    }

    fn product(self, a: i128, b: i128) -> Option<i128> {
        let scale = self.left + self.right;
        match a.checked_mul(b) {
            Some(product) if scale <= 38 => fits(rescale(product, scale, self.result)?, self.limit),
            _ => self.round(i256::from_i128(a).checked_mul(i256::from_i128(b))?, scale),
        }
    }

    fn remainder(self, a: i128, b: i128) -> Option<i128> {
        let scale = self.left.max(self.right);
        let narrow = || Some(a.checked_mul(power(scale - self.left))? % b.checked_mul(power(scale - self.right))?);
        match narrow() {
            Some(rest) => fits(rescale(rest, scale, self.result)?, self.limit),
            None => self.round(wide(a, scale - self.left).checked_rem(wide(b, scale - self.right))?, scale),
        }
    }

    fn quotient(self, a: i128, b: i128) -> Option<i128> {
        let shift = i32::from(self.result) + i32::from(self.right) - i32::from(self.left);
        let narrow = || match shift {
            0..=38 => Some((a.checked_mul(power(shift as u8))?, b)),
            -38..0 => Some((a, b.checked_mul(power(-shift as u8))?)),
            _ => None,
        };
        if let Some((a, b)) = narrow() {
            let (quotient, rest) = (a / b, a % b);
            let up = rest.unsigned_abs() >= b.unsigned_abs().div_ceil(2);
            let sign = if (a < 0) == (b < 0) { 1 } else { -1 };
            return fits(if up { quotient + sign } else { quotient }, self.limit);
        }
        if shift < 0 {
            return self.divide_wide(i256::from_i128(a), wide(b, -shift as u8));
        }
        self.divide_by_digits(a, b, shift)
    }

    fn divide_wide(self, a: i256, b: i256) -> Option<i128> {
        let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
        let twice = rest.wrapping_abs().checked_mul(i256::from_i128(2))?;
        let sign = if a.is_negative() == b.is_negative() { 1 } else { -1 };
        let quotient = quotient.to_i128()?;
        fits(if twice >= b.wrapping_abs() { quotient + sign } else { quotient }, self.limit)
    }

    /// Long division, for dividends of more digits than 256 bits hold.
    fn divide_by_digits(self, a: i128, b: i128, shift: i32) -> Option<i128> {
        let divisor = i256::from_i128(b).wrapping_abs();
        let ten = i256::from_i128(10);
        let mut quotient = (a.unsigned_abs() / b.unsigned_abs()) as i128;
        let mut rest = i256::from_i128((a.unsigned_abs() % b.unsigned_abs()) as i128);
        for _ in 0..shift {
            rest = rest.checked_mul(ten)?;
            quotient = quotient.checked_mul(10)?.checked_add(rest.checked_div(divisor)?.to_i128()?)?;
            rest = rest.checked_rem(divisor)?;
            fits(quotient, self.limit)?;
        }
        let up = rest.checked_mul(i256::from_i128(2))? >= divisor;
        let magnitude = fits(quotient + i128::from(up), self.limit)?;
        Some(if (a < 0) == (b < 0) { magnitude } else { -magnitude })
    }

    /// Rounds half up from a scale to the result's.
    fn round(self, value: i256, scale: u8) -> Option<i128> {
        if scale <= self.result {
            let factor = wide(1, self.result - scale);
            return fits(value.checked_mul(factor)?.to_i128()?, self.limit);
        }
        let divisor = wide(1, scale - self.result);
        self.divide_wide(value, divisor)
    }
}

/// value * 10^digits
fn wide(value: i128, digits: u8) -> i256 {
    let mut wide = i256::from_i128(value);
    let mut left = digits;
    while left > 0 {
        let step = left.min(38);
        wide = wide.wrapping_mul(i256::from_i128(power(step)));
        left -= step;
    }
    wide
}
