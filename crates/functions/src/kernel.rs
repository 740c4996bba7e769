//! Building blocks of evaluation: read arguments by row, build the result, scalars and NULLs taken care of.
//!
//! A function whose result is NULL when an argument is NULL is one call, with a type for each argument and one for the result:
//!
//! ```
//! use arrow::datatypes::Int32Type;
//! use diag::Result;
//! use table::function::{CallSite, Kernel};
//! use tamias_functions::kernel::{Text, unary};
//!
//! fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
//!     unary::<Text, Int32Type>(call, |text| Ok(Some(text.chars().count() as i32)))
//! }
//! ```
//!
//! Functions that give text write it: `unary_text::<Text>(|text, out| { out.push_str(text.trim()); Ok(true) })`.
//!
//! Types are Arrow's primitive ones and [`Text`], [`Bytes`], [`Bool`], [`Moment`] (timestamps of every unit). `Ok(None)` is NULL. For
//! NULL handling of another kind use [`rows`] and read with [`Args::column`] and [`Args::build`]; [`Function`] ties a kernel to its
//! documentation and its signature.

use arrow::array::{
    Array, ArrayRef, ArrowPrimitiveType, AsArray, BinaryViewArray, BinaryViewBuilder, BooleanArray, BooleanBuilder, PrimitiveArray,
    PrimitiveBuilder, StringViewArray, StringViewBuilder, TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
};
use arrow::buffer::NullBuffer;
use arrow::datatypes::{DataType, TimeUnit, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType};
use diag::{Error, Result};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Columnar, FunctionDefinition, FunctionDoc, Kernel, ScalarFunction, Signature};
use table::types::arrow_type;
use table::value::Timestamp;

/// A scalar function made of its documentation and two plain functions.
#[derive(Clone, Copy)]
pub struct Function {
    pub doc: &'static FunctionDoc,
    pub resolve: fn(&[Argument]) -> Result<Signature, CallError>,
    pub kernel: fn(&CallSite) -> Result<Box<dyn Kernel>>,
    pub deterministic: bool,
    pub can_fail: bool,
}

impl Function {
    /// A deterministic function that may fail for some values.
    pub const fn new(
        doc: &'static FunctionDoc,
        resolve: fn(&[Argument]) -> Result<Signature, CallError>,
        kernel: fn(&CallSite) -> Result<Box<dyn Kernel>>,
    ) -> Self {
        Function { doc, resolve, kernel, deterministic: true, can_fail: true }
    }

    /// No value makes it fail.
    pub const fn infallible(mut self) -> Self {
        self.can_fail = false;
        self
    }

    pub const fn non_deterministic(mut self) -> Self {
        self.deterministic = false;
        self
    }

    /// The form that a group's list holds.
    pub fn definition(self) -> FunctionDefinition {
        FunctionDefinition::Scalar(Arc::new(self))
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.doc.name)
    }
}

impl ScalarFunction for Function {
    fn doc(&self) -> &'static FunctionDoc {
        self.doc
    }

    fn resolve(&self, arguments: &[Argument]) -> Result<Signature, CallError> {
        (self.resolve)(arguments)
    }

    fn kernel(&self, call: &CallSite) -> Result<Box<dyn Kernel>> {
        (self.kernel)(call)
    }

    fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    fn can_fail(&self) -> bool {
        self.can_fail
    }
}

/// NULL for a NULL argument, else what the function says.
pub fn unary<A: Read, W: Write>(
    call: &CallSite,
    function: impl for<'a> Fn(A::Item<'a>) -> Result<Option<W::Item<'static>>> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    let result = arrow_type(&call.result);
    Ok(rows(move |args| {
        let a = args.column::<A>(0)?;
        args.build::<W>(&result, |row| match a.get(row) {
            Some(a) => function(a),
            None => Ok(None),
        })
    }))
}

/// NULL when an argument is NULL, else what the function says.
pub fn binary<A: Read, B: Read, W: Write>(
    call: &CallSite,
    function: impl for<'a> Fn(A::Item<'a>, B::Item<'a>) -> Result<Option<W::Item<'static>>> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    let result = arrow_type(&call.result);
    Ok(rows(move |args| {
        let (a, b) = (args.column::<A>(0)?, args.column::<B>(1)?);
        args.build::<W>(&result, |row| match (a.get(row), b.get(row)) {
            (Some(a), Some(b)) => function(a, b),
            _ => Ok(None),
        })
    }))
}

/// NULL when an argument is NULL, else what the function says.
pub fn ternary<A: Read, B: Read, C: Read, W: Write>(
    call: &CallSite,
    function: impl for<'a> Fn(A::Item<'a>, B::Item<'a>, C::Item<'a>) -> Result<Option<W::Item<'static>>> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    let result = arrow_type(&call.result);
    Ok(rows(move |args| {
        let (a, b, c) = (args.column::<A>(0)?, args.column::<B>(1)?, args.column::<C>(2)?);
        args.build::<W>(&result, |row| match (a.get(row), b.get(row), c.get(row)) {
            (Some(a), Some(b), Some(c)) => function(a, b, c),
            _ => Ok(None),
        })
    }))
}

/// Text, written into a buffer that comes empty; `Ok(false)` is NULL. NULL for a NULL argument.
pub fn unary_text<A: Read>(
    function: impl for<'a> Fn(A::Item<'a>, &mut String) -> Result<bool> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let a = args.column::<A>(0)?;
        args.build_text(|row, out| a.get(row).map_or(Ok(false), |a| function(a, out)))
    }))
}

/// Text, written into a buffer that comes empty; `Ok(false)` is NULL. NULL when an argument is NULL.
pub fn binary_text<A: Read, B: Read>(
    function: impl for<'a> Fn(A::Item<'a>, B::Item<'a>, &mut String) -> Result<bool> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let (a, b) = (args.column::<A>(0)?, args.column::<B>(1)?);
        args.build_text(|row, out| match (a.get(row), b.get(row)) {
            (Some(a), Some(b)) => function(a, b, out),
            _ => Ok(false),
        })
    }))
}

/// Text, written into a buffer that comes empty; `Ok(false)` is NULL. NULL when an argument is NULL.
pub fn ternary_text<A: Read, B: Read, C: Read>(
    function: impl for<'a> Fn(A::Item<'a>, B::Item<'a>, C::Item<'a>, &mut String) -> Result<bool> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let (a, b, c) = (args.column::<A>(0)?, args.column::<B>(1)?, args.column::<C>(2)?);
        args.build_text(|row, out| match (a.get(row), b.get(row), c.get(row)) {
            (Some(a), Some(b), Some(c)) => function(a, b, c, out),
            _ => Ok(false),
        })
    }))
}

/// A kernel from a closure over all rows. When every argument is a scalar it is asked for one row and its result is a scalar.
pub fn rows(evaluate: impl Fn(&Args<'_>) -> Result<ArrayRef> + Send + Sync + 'static) -> Box<dyn Kernel> {
    Box::new(FnKernel { evaluate, once: true })
}

/// Like [`rows`], but always asked for all rows: for functions that give another value for each row, such as RAND.
pub fn every_row(evaluate: impl Fn(&Args<'_>) -> Result<ArrayRef> + Send + Sync + 'static) -> Box<dyn Kernel> {
    Box::new(FnKernel { evaluate, once: false })
}

struct FnKernel<F> {
    evaluate: F,
    once: bool,
}

impl<F> fmt::Debug for FnKernel<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("kernel")
    }
}

impl<F: Fn(&Args<'_>) -> Result<ArrayRef> + Send + Sync> Kernel for FnKernel<F> {
    fn evaluate(&self, arguments: &[Columnar], rows: usize) -> Result<Columnar> {
        if self.once && arguments.iter().all(Columnar::is_scalar) {
            return (self.evaluate)(&Args { columns: arguments, rows: 1 }).map(Columnar::Scalar);
        }
        (self.evaluate)(&Args { columns: arguments, rows }).map(Columnar::Array)
    }
}

/// The arguments of one evaluation.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    columns: &'a [Columnar],
    rows: usize,
}

impl<'a> Args<'a> {
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// How many values to give.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// An argument to be read by row.
    pub fn column<R: Read>(&self, index: usize) -> Result<Column<'a, R>> {
        let column = self.at(index)?;
        Column::open(column.array(), column.is_scalar())
    }

    /// An argument that may be left out.
    pub fn optional<R: Read>(&self, index: usize) -> Result<Option<Column<'a, R>>> {
        if index < self.columns.len() { self.column(index).map(Some) } else { Ok(None) }
    }

    /// An argument as an array of all rows.
    pub fn array(&self, index: usize) -> Result<ArrayRef> {
        self.at(index)?.clone().into_array(self.rows)
    }

    /// An argument as it came: all rows, or one for all.
    pub fn at(&self, index: usize) -> Result<&'a Columnar> {
        self.columns.get(index).ok_or_else(|| Error::internal(format!("argument {index} of a call is missing")))
    }

    /// Builds the result row by row; `None` is NULL.
    pub fn build<'b, W: Write>(
        &self,
        data_type: &DataType,
        mut value: impl FnMut(usize) -> Result<Option<W::Item<'b>>>,
    ) -> Result<ArrayRef> {
        let mut builder = W::builder(data_type, self.rows);
        for row in 0..self.rows {
            W::append(&mut builder, value(row)?);
        }
        Ok(W::finish(builder))
    }

    /// Builds text row by row into a reused buffer that comes empty; `false` is NULL.
    pub fn build_text(&self, mut write: impl FnMut(usize, &mut String) -> Result<bool>) -> Result<ArrayRef> {
        let mut builder = StringViewBuilder::with_capacity(self.rows);
        let mut text = String::new();
        for row in 0..self.rows {
            text.clear();
            if write(row, &mut text)? {
                builder.append_value(&text);
            } else {
                builder.append_null();
            }
        }
        Ok(Arc::new(builder.finish()))
    }
}

/// One argument, read by row.
pub struct Column<'a, R: Read> {
    reader: R::Reader<'a>,
    nulls: Option<&'a NullBuffer>,
    /// 1 for an array, 0 for a scalar: row times stride is the place of the value.
    stride: usize,
}

impl<'a, R: Read> Column<'a, R> {
    fn open(array: &'a ArrayRef, scalar: bool) -> Result<Self> {
        Ok(Column { reader: R::open(array)?, nulls: array.nulls(), stride: usize::from(!scalar) })
    }

    /// The value of a row; `None` for NULL.
    pub fn get(&self, row: usize) -> Option<R::Item<'a>> {
        let row = row * self.stride;
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) { None } else { Some(R::value(self.reader, row)) }
    }

    pub fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row * self.stride))
    }

    pub fn is_scalar(&self) -> bool {
        self.stride == 0
    }
}

/// How the values of an array are read.
pub trait Read: 'static {
    type Reader<'a>: Copy;
    type Item<'a>;

    fn open(array: &ArrayRef) -> Result<Self::Reader<'_>>;

    /// The value at a place that is not NULL.
    fn value<'a>(reader: Self::Reader<'a>, row: usize) -> Self::Item<'a>;
}

/// How an array of results is built.
pub trait Write: 'static {
    type Builder;
    type Item<'a>;

    fn builder(data_type: &DataType, capacity: usize) -> Self::Builder;

    fn append(builder: &mut Self::Builder, item: Option<Self::Item<'_>>);

    fn finish(builder: Self::Builder) -> ArrayRef;
}

/// CHAR, VARCHAR: read as `&str`, written as `Cow<str>`.
#[derive(Debug)]
pub struct Text;

/// BINARY, VARBINARY: read as `&[u8]`, written as `Cow<[u8]>`.
#[derive(Debug)]
pub struct Bytes;

/// BOOLEAN.
#[derive(Debug)]
pub struct Bool;

/// TIMESTAMP and TIMESTAMP_LTZ of every precision, as [`Timestamp`].
#[derive(Debug)]
pub struct Moment;

/// The values of a timestamp array of any unit.
#[derive(Clone, Copy)]
pub enum Moments<'a> {
    Millis(&'a TimestampMillisecondArray),
    Micros(&'a TimestampMicrosecondArray),
    Nanos(&'a TimestampNanosecondArray),
}

fn wrong_array(array: &ArrayRef) -> Error {
    Error::internal(format!("an argument came as {}", array.data_type()))
}

impl Read for Text {
    type Reader<'a> = &'a StringViewArray;
    type Item<'a> = &'a str;

    fn open(array: &ArrayRef) -> Result<&StringViewArray> {
        array.as_string_view_opt().ok_or_else(|| wrong_array(array))
    }

    fn value<'a>(reader: Self::Reader<'a>, row: usize) -> Self::Item<'a> {
        reader.value(row)
    }
}

impl Write for Text {
    type Builder = StringViewBuilder;
    type Item<'a> = Cow<'a, str>;

    fn builder(_: &DataType, capacity: usize) -> StringViewBuilder {
        StringViewBuilder::with_capacity(capacity)
    }

    fn append(builder: &mut StringViewBuilder, item: Option<Cow<'_, str>>) {
        builder.append_option(item);
    }

    fn finish(mut builder: StringViewBuilder) -> ArrayRef {
        Arc::new(builder.finish())
    }
}

impl Read for Bytes {
    type Reader<'a> = &'a BinaryViewArray;
    type Item<'a> = &'a [u8];

    fn open(array: &ArrayRef) -> Result<&BinaryViewArray> {
        array.as_binary_view_opt().ok_or_else(|| wrong_array(array))
    }

    fn value<'a>(reader: Self::Reader<'a>, row: usize) -> Self::Item<'a> {
        reader.value(row)
    }
}

impl Write for Bytes {
    type Builder = BinaryViewBuilder;
    type Item<'a> = Cow<'a, [u8]>;

    fn builder(_: &DataType, capacity: usize) -> BinaryViewBuilder {
        BinaryViewBuilder::with_capacity(capacity)
    }

    fn append(builder: &mut BinaryViewBuilder, item: Option<Cow<'_, [u8]>>) {
        builder.append_option(item);
    }

    fn finish(mut builder: BinaryViewBuilder) -> ArrayRef {
        Arc::new(builder.finish())
    }
}

impl Read for Bool {
    type Reader<'a> = &'a BooleanArray;
    type Item<'a> = bool;

    fn open(array: &ArrayRef) -> Result<&BooleanArray> {
        array.as_boolean_opt().ok_or_else(|| wrong_array(array))
    }

    fn value<'a>(reader: Self::Reader<'a>, row: usize) -> Self::Item<'a> {
        reader.value(row)
    }
}

impl Write for Bool {
    type Builder = BooleanBuilder;
    type Item<'a> = bool;

    fn builder(_: &DataType, capacity: usize) -> BooleanBuilder {
        BooleanBuilder::with_capacity(capacity)
    }

    fn append(builder: &mut BooleanBuilder, item: Option<bool>) {
        builder.append_option(item);
    }

    fn finish(mut builder: BooleanBuilder) -> ArrayRef {
        Arc::new(builder.finish())
    }
}

impl<T: ArrowPrimitiveType> Read for T {
    type Reader<'a> = &'a PrimitiveArray<T>;
    type Item<'a> = T::Native;

    fn open(array: &ArrayRef) -> Result<&PrimitiveArray<T>> {
        array.as_primitive_opt::<T>().ok_or_else(|| wrong_array(array))
    }

    fn value<'a>(reader: Self::Reader<'a>, row: usize) -> Self::Item<'a> {
        reader.value(row)
    }
}

impl<T: ArrowPrimitiveType> Write for T {
    type Builder = PrimitiveBuilder<T>;
    type Item<'a> = T::Native;

    fn builder(data_type: &DataType, capacity: usize) -> PrimitiveBuilder<T> {
        PrimitiveBuilder::with_capacity(capacity).with_data_type(data_type.clone())
    }

    fn append(builder: &mut PrimitiveBuilder<T>, item: Option<T::Native>) {
        builder.append_option(item);
    }

    fn finish(mut builder: PrimitiveBuilder<T>) -> ArrayRef {
        Arc::new(builder.finish())
    }
}

impl Read for Moment {
    type Reader<'a> = Moments<'a>;
    type Item<'a> = Timestamp;

    fn open(array: &ArrayRef) -> Result<Moments<'_>> {
        match array.data_type() {
            DataType::Timestamp(TimeUnit::Millisecond, _) => Ok(Moments::Millis(array.as_primitive())),
            DataType::Timestamp(TimeUnit::Microsecond, _) => Ok(Moments::Micros(array.as_primitive())),
            DataType::Timestamp(TimeUnit::Nanosecond, _) => Ok(Moments::Nanos(array.as_primitive())),
            _ => Err(wrong_array(array)),
        }
    }

    fn value<'a>(reader: Self::Reader<'a>, row: usize) -> Self::Item<'a> {
        match reader {
            Moments::Millis(array) => Timestamp { millis: array.value(row), nanos: 0 },
            Moments::Micros(array) => {
                let micros = array.value(row);
                Timestamp { millis: micros.div_euclid(1_000), nanos: micros.rem_euclid(1_000) as u32 * 1_000 }
            }
            Moments::Nanos(array) => {
                let nanos = array.value(row);
                Timestamp { millis: nanos.div_euclid(1_000_000), nanos: nanos.rem_euclid(1_000_000) as u32 }
            }
        }
    }
}

/// Builds timestamps of one unit; finer digits are cut.
pub enum MomentBuilder {
    Millis(PrimitiveBuilder<TimestampMillisecondType>),
    Micros(PrimitiveBuilder<TimestampMicrosecondType>),
    Nanos(PrimitiveBuilder<TimestampNanosecondType>),
}

impl Write for Moment {
    type Builder = MomentBuilder;
    type Item<'a> = Timestamp;

    fn builder(data_type: &DataType, capacity: usize) -> MomentBuilder {
        match data_type {
            DataType::Timestamp(TimeUnit::Microsecond, _) => MomentBuilder::Micros(TimestampMicrosecondType::builder(data_type, capacity)),
            DataType::Timestamp(TimeUnit::Nanosecond, _) => MomentBuilder::Nanos(TimestampNanosecondType::builder(data_type, capacity)),
            _ => MomentBuilder::Millis(TimestampMillisecondType::builder(data_type, capacity)),
        }
    }

    fn append(builder: &mut MomentBuilder, item: Option<Timestamp>) {
        match builder {
            MomentBuilder::Millis(b) => b.append_option(item.map(|t| t.millis)),
            MomentBuilder::Micros(b) => {
                b.append_option(item.map(|t| t.millis.wrapping_mul(1_000).wrapping_add(i64::from(t.nanos / 1_000))));
            }
            MomentBuilder::Nanos(b) => {
                b.append_option(item.map(|t| t.millis.wrapping_mul(1_000_000).wrapping_add(i64::from(t.nanos))));
            }
        }
    }

    fn finish(builder: MomentBuilder) -> ArrayRef {
        match builder {
            MomentBuilder::Millis(mut b) => Arc::new(b.finish()),
            MomentBuilder::Micros(mut b) => Arc::new(b.finish()),
            MomentBuilder::Nanos(mut b) => Arc::new(b.finish()),
        }
    }
}
