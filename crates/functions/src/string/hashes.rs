//! MD5, the SHA family and HASH_CODE.

use super::signature;
use crate::kernel::{Bool, Bytes, Function, Moment, Read, Text, rows, unary, unary_text};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
};
use diag::{Error, Result};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use std::fmt::Write;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::arrow_type;
use table::{LogicalType, TypeKind};

macro_rules! digest {
    ($entry:ident, $doc:ident, $name:literal, $definition:literal, $length:literal, $algorithm:ty, $result:literal) => {
        static $doc: FunctionDoc = FunctionDoc {
            name: $name,
            aliases: &[],
            definition: $definition,
            signatures: &[concat!($name, "(text)"), concat!($name, "(bytes)")],
            summary: concat!("The ", $name, " hash of a text in UTF-8 or of bytes, as hexadecimal digits."),
            examples: &[Example { expression: concat!($name, "('a')"), result: $result }],
        };

        pub(super) fn $entry() -> FunctionDefinition {
            const FORMS: Forms = Forms { name: $name, forms: &[&[Family::String]] };
            Function::new(
                &$doc,
                |arguments| {
                    FORMS.check(arguments)?;
                    Ok(signature(arguments, &[Family::String], TypeKind::Char($length)))
                },
                |call| hashed(call, write_hash::<$algorithm>),
            )
            .infallible()
            .definition()
        }
    };
}

digest!(md5, MD5_DOC, "MD5", "md5", 32, Md5, "0cc175b9c0f1b6a831c399e269772661");
digest!(sha1, SHA1_DOC, "SHA1", "sha1", 40, Sha1, "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8");
digest!(sha224, SHA224_DOC, "SHA224", "sha224", 56, Sha224, "abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5");
digest!(sha256, SHA256_DOC, "SHA256", "sha256", 64, Sha256, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
digest!(
    sha384,
    SHA384_DOC,
    "SHA384",
    "sha384",
    96,
    Sha384,
    "54a59b9f22b0b80880d8427e548b7c23abd873486e1f035dce9cd697e85175033caa88e6d57bc35efae0b5afd3145f31"
);
digest!(
    sha512,
    SHA512_DOC,
    "SHA512",
    "sha512",
    128,
    Sha512,
    "1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f5302860c652bf08d560252aa5e74210546f369fbbbce8c12cfc7957b2652fe9a75"
);

fn hashed(call: &CallSite, write: fn(&[u8], &mut String)) -> Result<Box<dyn Kernel>> {
    if call.arguments[0].data_type.kind.is_binary() {
        return unary_text::<Bytes>(move |bytes, out| {
            write(bytes, out);
            Ok(true)
        });
    }
    unary_text::<Text>(move |text, out| {
        write(text.as_bytes(), out);
        Ok(true)
    })
}

fn write_hash<D: Digest>(bytes: &[u8], out: &mut String) {
    for byte in D::digest(bytes) {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
}

static SHA2_DOC: FunctionDoc = FunctionDoc {
    name: "SHA2",
    aliases: &[],
    definition: "sha2",
    signatures: &["SHA2(text, bits)", "SHA2(bytes, bits)"],
    summary: "The SHA-2 hash with 224, 256, 384 or 512 bits of a text in UTF-8 or of bytes, as hexadecimal digits.",
    examples: &[Example { expression: "SHA2('a', 256)", result: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" }],
};

pub(super) fn sha2() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "SHA2", forms: &[&[Family::String, Family::Integer]] };
    Function::new(
        &SHA2_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::String, Family::Integer], TypeKind::Varchar(128)))
        },
        |call| if call.arguments[0].data_type.kind.is_binary() { Ok(sha2_of::<Bytes>()) } else { Ok(sha2_of::<Text>()) },
    )
    .definition()
}

fn sha2_of<R: Read>() -> Box<dyn Kernel>
where
    for<'a> R::Item<'a>: AsRef<[u8]>,
{
    rows(|args| {
        let (values, bits) = (args.column::<R>(0)?, args.column::<Int32Type>(1)?);
        args.build_text(|row, out| {
            let (Some(value), Some(bits)) = (values.get(row), bits.get(row)) else { return Ok(false) };
            match bits {
                224 => write_hash::<Sha224>(value.as_ref(), out),
                256 => write_hash::<Sha256>(value.as_ref(), out),
                384 => write_hash::<Sha384>(value.as_ref(), out),
                512 => write_hash::<Sha512>(value.as_ref(), out),
                other => return Err(Error::data(format!("SHA2 has 224, 256, 384 or 512 bits, not {other}: Unsupported algorithm."))),
            }
            Ok(true)
        })
    })
}

static HASH_CODE_DOC: FunctionDoc = FunctionDoc {
    name: "HASH_CODE",
    aliases: &[],
    definition: "HASH_CODE",
    signatures: &["HASH_CODE(value)"],
    summary: "A number that is equal for equal values: Java's hash code.",
    examples: &[Example { expression: "HASH_CODE('abc')", result: "96354" }, Example { expression: "HASH_CODE(1.5)", result: "466" }],
};

pub(super) fn hash_code() -> FunctionDefinition {
    Function::new(&HASH_CODE_DOC, resolve_hash_code, hash_code_kernel).infallible().definition()
}

fn resolve_hash_code(arguments: &[Argument]) -> Result<Signature, CallError> {
    const FORMS: Forms = Forms {
        name: "HASH_CODE",
        forms: &[&[Family::Boolean], &[Family::Numeric], &[Family::Character], &[Family::Timestamp], &[Family::Time], &[Family::Date]],
    };
    FORMS.check(arguments)?;
    Ok(accept_as_is(arguments, LogicalType::int().with_nullable(arguments[0].data_type.nullable)))
}

fn hash_code_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let argument = &call.arguments[0].data_type;
    match arrow_type(argument) {
        DataType::Boolean => unary::<Bool, Int32Type>(call, |x| Ok(Some(if x { 1231 } else { 1237 }))),
        DataType::Int8 => unary::<Int8Type, Int32Type>(call, |x| Ok(Some(i32::from(x)))),
        DataType::Int16 => unary::<Int16Type, Int32Type>(call, |x| Ok(Some(i32::from(x)))),
        DataType::Int32 => unary::<Int32Type, Int32Type>(call, |x| Ok(Some(x))),
        DataType::Int64 => unary::<Int64Type, Int32Type>(call, |x| Ok(Some(hash_of_long(x)))),
        DataType::Float32 => unary::<Float32Type, Int32Type>(call, |x| Ok(Some(x.to_bits() as i32))),
        DataType::Float64 => unary::<Float64Type, Int32Type>(call, |x| Ok(Some(hash_of_long(x.to_bits() as i64)))),
        DataType::Date32 => unary::<Date32Type, Int32Type>(call, |x| Ok(Some(x))),
        DataType::Time32(_) => unary::<Time32MillisecondType, Int32Type>(call, |x| Ok(Some(x))),
        DataType::Timestamp(..) => {
            unary::<Moment, Int32Type>(call, |t| Ok(Some(hash_of_long(t.millis).wrapping_mul(31).wrapping_add(t.nanos as i32))))
        }
        DataType::Decimal128(_, scale) => {
            unary::<Decimal128Type, Int32Type>(call, move |x| Ok(Some(hash_of_decimal(x).wrapping_add(i32::from(scale)))))
        }
        DataType::Utf8View => unary::<Text, Int32Type>(call, |text| {
            Ok(Some(text.encode_utf16().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))))
        }),
        other => Err(Error::internal(format!("HASH_CODE of {other}"))),
    }
}

fn hash_of_long(value: i64) -> i32 {
    (value ^ (value as u64 >> 32) as i64) as i32
}

/// Of the unscaled value, times 31: a compact one is hashed as a long, a longer one word by word.
fn hash_of_decimal(unscaled: i128) -> i32 {
    let words = |magnitude: u128| {
        (0..4).rev().map(|i| (magnitude >> (32 * i)) as u32).fold(0i32, |hash, word| hash.wrapping_mul(31).wrapping_add(word as i32))
    };
    let hash = words(unscaled.unsigned_abs());
    31i32.wrapping_mul(if unscaled < 0 { hash.wrapping_neg() } else { hash })
}
