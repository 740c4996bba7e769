//! RAND and RAND_INTEGER: with a seed the numbers of `java.util.Random`.

use crate::kernel::{Args, Function, every_row};
use crate::signature::{Family, Forms, accept, any_nullable};
use arrow::array::ArrayRef;
use arrow::datatypes::{DataType, Float64Type, Int32Type};
use diag::{Error, Result};
use std::sync::{Mutex, PoisonError};
use table::function::{CallSite, Example, FunctionDefinition, FunctionDoc, Kernel};
use table::{LogicalType, TypeKind, Value};

static RAND_DOC: FunctionDoc = FunctionDoc {
    name: "RAND",
    aliases: &[],
    definition: "rand",
    signatures: &["RAND([seed])"],
    summary: "A random number from 0 up to but not including 1, another one for each row. The same seed gives the same numbers.",
    examples: &[Example { expression: "RAND(5)", result: "0.730519863614471" }],
};

static RAND_INTEGER_DOC: FunctionDoc = FunctionDoc {
    name: "RAND_INTEGER",
    aliases: &[],
    definition: "randInteger",
    signatures: &["RAND_INTEGER([seed,] bound)"],
    summary: "A random integer from 0 up to but not including a bound, another one for each row. The same seed gives the same numbers.",
    examples: &[Example { expression: "RAND_INTEGER(5, 10)", result: "7" }],
};

pub(super) fn rand() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "RAND", forms: &[&[], &[Family::Numeric]] };
    Function::new(
        &RAND_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept(arguments, &[TypeKind::Int], TypeKind::Double))
        },
        |call| {
            let sequence = Sequence::new(call, 0, call.arguments.len() == 1);
            Ok(every_row(move |args| sequence.doubles(args)))
        },
    )
    .non_deterministic()
    .definition()
}

pub(super) fn rand_integer() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "RAND_INTEGER", forms: &[&[Family::Numeric], &[Family::Numeric, Family::Numeric]] };
    Function::new(
        &RAND_INTEGER_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let mut signature = accept(arguments, &[TypeKind::Int, TypeKind::Int], TypeKind::Int);
            signature.result = LogicalType::int().with_nullable(any_nullable(arguments));
            Ok(signature)
        },
        kernel,
    )
    .non_deterministic()
    .definition()
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let seeded = call.arguments.len() == 2;
    let sequence = Sequence::new(call, 0, seeded);
    Ok(every_row(move |args| sequence.integers(args, usize::from(seeded))))
}

/// A constant seed starts one sequence for all rows; a seed that varies starts one in each row.
struct Sequence {
    random: Mutex<JavaRandom>,
    seed_varies: bool,
}

impl Sequence {
    fn new(call: &CallSite, seed: usize, seeded: bool) -> Self {
        let literal = call.arguments.get(seed).filter(|_| seeded).and_then(|argument| argument.literal.as_ref());
        let start = match literal {
            Some(Value::Int(seed)) => *seed,
            _ => call.context.clock.chance().cast_signed(),
        };
        Sequence { random: Mutex::new(JavaRandom::new(start)), seed_varies: seeded && literal.is_none() }
    }

    fn doubles(&self, args: &Args<'_>) -> Result<ArrayRef> {
        let seeds = args.optional::<Int32Type>(0)?;
        self.draw::<Float64Type>(
            args,
            &DataType::Float64,
            |row| seeds.as_ref().map(|seeds| seeds.get(row)),
            |_, random| Ok(Some(random.next_f64())),
        )
    }

    fn integers(&self, args: &Args<'_>, bound: usize) -> Result<ArrayRef> {
        let bounds = args.column::<Int32Type>(bound)?;
        let seeds = if bound == 0 { None } else { args.optional::<Int32Type>(0)? };
        self.draw::<Int32Type>(
            args,
            &DataType::Int32,
            |row| seeds.as_ref().map(|seeds| seeds.get(row)),
            |row, random| bounds.get(row).map(|bound| random.next_below(bound)).transpose(),
        )
    }

    fn draw<W>(
        &self,
        args: &Args<'_>,
        data_type: &DataType,
        seed: impl Fn(usize) -> Option<Option<i32>>,
        next: impl Fn(usize, &mut JavaRandom) -> Result<Option<W::Native>>,
    ) -> Result<ArrayRef>
    where
        W: arrow::datatypes::ArrowPrimitiveType,
    {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        args.build::<W>(data_type, |row| match seed(row) {
            Some(None) => Ok(None),
            Some(Some(seed)) if self.seed_varies => next(row, &mut JavaRandom::new(i64::from(seed))),
            _ => next(row, &mut random),
        })
    }
}

/// The generator of `java.util.Random`: a linear congruence of 48 bits.
struct JavaRandom {
    state: i64,
}

const MULTIPLIER: i64 = 0x5_DEEC_E66D;
const MASK: i64 = (1 << 48) - 1;

impl JavaRandom {
    fn new(seed: i64) -> Self {
        JavaRandom { state: (seed ^ MULTIPLIER) & MASK }
    }

    fn next_bits(&mut self, bits: u32) -> i32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        (self.state >> (48 - bits)) as i32
    }

    fn next_f64(&mut self) -> f64 {
        let (high, low) = (i64::from(self.next_bits(26)), i64::from(self.next_bits(27)));
        ((high << 27) + low) as f64 / (1i64 << 53) as f64
    }

    fn next_below(&mut self, bound: i32) -> Result<i32> {
        if bound <= 0 {
            return Err(Error::data(format!("the bound of a random integer is {bound}: bound must be positive")));
        }
        if bound & (bound - 1) == 0 {
            return Ok(((i64::from(bound) * i64::from(self.next_bits(31))) >> 31) as i32);
        }
        loop {
            let bits = self.next_bits(31);
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return Ok(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_javas_sequence() {
        let mut random = JavaRandom::new(5);
        let doubles = [random.next_f64(), random.next_f64(), random.next_f64(), random.next_f64()];
        assert_eq!(doubles, [0.730519863614471, 0.08825840967622589, 0.4889045498516358, 0.461837214623537]);
        let mut random = JavaRandom::new(5);
        let integers: Vec<i32> = (0..4).map(|_| random.next_below(10).expect("a bound")).collect();
        assert_eq!(integers, [7, 2, 4, 4]);
        assert_eq!(JavaRandom::new(3).next_below(100).expect("a bound"), 34);
        assert!(JavaRandom::new(3).next_below(0).is_err());
    }
}
