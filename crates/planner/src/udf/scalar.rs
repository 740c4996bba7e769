//! A prepared kernel as a scalar function of the engine.

use crate::PlanContext;
use crate::diagnostics::EVALUATION_FAILED;
use crate::error::into_engine;
use arrow::array::{Array, ArrayRef, AsArray};
use arrow::compute::kernels::boolean::{and_kleene, or_kleene};
use arrow::datatypes::{DataType, FieldRef};
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Result as EngineResult, ScalarValue};
use datafusion::logical_expr::{ColumnarValue, Expr as E, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};
use diag::{Diagnostic, Error, ErrorKind, Result, Span};
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::LogicalType;
use table::function::{CallSite, Columnar, Kernel, ScalarFunction};
use table::types::arrow_type;

/// One call site: its kernel, and a key that is the same for call sites that compute the same.
#[derive(Debug)]
pub(crate) struct KernelUdf {
    /// Function and types; the engine finds common subexpressions by it.
    key: String,
    kernel: Arc<dyn Kernel>,
    result: DataType,
    signature: Signature,
    can_fail: bool,
    /// Where the expression is written, for a value it fails for.
    span: Span,
}

impl KernelUdf {
    pub(crate) fn call(function: &Arc<dyn ScalarFunction>, call: &CallSite) -> Result<Self> {
        let volatility = if function.is_deterministic() { Volatility::Immutable } else { Volatility::Volatile };
        let types: Vec<String> = call.arguments.iter().map(|a| a.data_type.to_string()).collect();
        let key = format!("{}({}) {}", function.doc().name, types.join(", "), call.result);
        let udf = Self::new(key, function.kernel(call)?.into(), &call.result, volatility, function.can_fail());
        Ok(if call.arguments.is_empty() { KernelUdf { signature: Signature::nullary(volatility), ..udf } } else { udf })
    }

    pub(crate) fn cast(context: &PlanContext, from: &LogicalType, to: &LogicalType, try_cast: bool) -> Result<Self> {
        let kernel = context.functions.cast_kernel(from, to, try_cast, &context.eval)?;
        let name = if try_cast { "TRY_CAST" } else { "CAST" };
        Ok(Self::new(format!("{name}({from} AS {to})"), kernel.into(), to, Volatility::Immutable, !try_cast))
    }

    /// AND or OR of many operands that cannot fail.
    pub(crate) fn logic(is_or: bool) -> Self {
        let key = if is_or { "OR" } else { "AND" };
        Self::new(key.to_owned(), Arc::new(LogicKernel { is_or }), &LogicalType::boolean(), Volatility::Immutable, false)
    }

    /// The field of a ROW.
    pub(crate) fn field(from: &LogicalType, index: usize, to: &LogicalType) -> Result<Self> {
        Ok(Self::new(format!("FIELD {index}({from})"), Arc::new(FieldKernel { index }), to, Volatility::Immutable, false))
    }

    fn new(key: String, kernel: Arc<dyn Kernel>, result: &LogicalType, volatility: Volatility, can_fail: bool) -> Self {
        KernelUdf { key, kernel, result: arrow_type(result), signature: Signature::variadic_any(volatility), can_fail, span: Span::none() }
    }

    /// Failures point at this place.
    pub(crate) fn at(self, span: Span) -> Self {
        KernelUdf { span, ..self }
    }

    /// Gives an error of evaluation its place.
    fn place(&self, error: Error) -> Error {
        if error.kind != ErrorKind::Data || error.diagnostic.is_some() || self.span.is_none() {
            return error;
        }
        let diagnostic = Diagnostic::error(EVALUATION_FAILED, self.span, error.message.clone());
        error.with_diagnostic(diagnostic)
    }
}

/// Whether evaluating an expression may fail for some rows.
pub(crate) fn may_fail(expr: &E) -> bool {
    let mut found = false;
    let visited = expr.apply(|e| {
        if let E::ScalarFunction(call) = e {
            found |= call.func.inner().as_any().downcast_ref::<KernelUdf>().is_some_and(|udf| udf.can_fail);
        }
        Ok(if found { TreeNodeRecursion::Stop } else { TreeNodeRecursion::Continue })
    });
    found || visited.is_err()
}

impl PartialEq for KernelUdf {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for KernelUdf {}

impl Hash for KernelUdf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl ScalarUDFImpl for KernelUdf {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn name(&self) -> &str {
        &self.key
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _arg_types: &[DataType]) -> EngineResult<DataType> {
        Ok(self.result.clone())
    }

    fn return_field_from_args(&self, _args: ReturnFieldArgs) -> EngineResult<FieldRef> {
        Ok(Arc::new(arrow::datatypes::Field::new(&self.key, self.result.clone(), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> EngineResult<ColumnarValue> {
        let arguments = args.args.into_iter().map(to_columnar).collect::<EngineResult<Vec<_>>>()?;
        let value = self.kernel.evaluate(&arguments, args.number_rows).map_err(|e| into_engine(self.place(e)))?;
        check_type(value.array(), &self.result, &self.key)?;
        match value {
            Columnar::Array(array) => Ok(ColumnarValue::Array(array)),
            Columnar::Scalar(array) => Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?)),
        }
    }
}

fn to_columnar(value: ColumnarValue) -> EngineResult<Columnar> {
    Ok(match value {
        ColumnarValue::Array(array) => Columnar::Array(array),
        ColumnarValue::Scalar(scalar) => Columnar::Scalar(scalar.to_array()?),
    })
}

/// A kernel that gives another type than it promised is our bug, and would be a wrong result further on.
fn check_type(array: &ArrayRef, expected: &DataType, key: &str) -> EngineResult<()> {
    if array.data_type() == expected {
        return Ok(());
    }
    Err(into_engine(Error::internal(format!("{key} gave {} instead of {expected}", array.data_type()))))
}

#[derive(Debug)]
struct LogicKernel {
    is_or: bool,
}

impl Kernel for LogicKernel {
    fn evaluate(&self, arguments: &[Columnar], rows: usize) -> Result<Columnar> {
        let mut operands = arguments.iter().map(|a| a.clone().into_array(rows));
        let mut result = operands.next().ok_or_else(|| Error::internal("AND of nothing"))??;
        for operand in operands {
            let operand = operand?;
            let (Some(left), Some(right)) = (result.as_boolean_opt(), operand.as_boolean_opt()) else {
                return Err(Error::internal("AND of what is not BOOLEAN"));
            };
            let combined = if self.is_or { or_kleene(left, right) } else { and_kleene(left, right) };
            result = Arc::new(combined.map_err(|e| Error::internal(e.to_string()))?);
        }
        Ok(Columnar::Array(result))
    }
}

#[derive(Debug)]
struct FieldKernel {
    index: usize,
}

impl Kernel for FieldKernel {
    fn evaluate(&self, arguments: &[Columnar], _rows: usize) -> Result<Columnar> {
        let [input] = arguments else { return Err(Error::internal("a field of other than one row value")) };
        let rows = input.array().as_struct_opt().ok_or_else(|| Error::internal("a field of what is no row"))?;
        let field = rows.column(self.index);
        // A field of a NULL row is NULL.
        let nulls = arrow::buffer::NullBuffer::union(rows.nulls(), field.nulls());
        let field =
            arrow::array::make_array(field.to_data().into_builder().nulls(nulls).build().map_err(|e| Error::internal(e.to_string()))?);
        Ok(match input {
            Columnar::Array(_) => Columnar::Array(field),
            Columnar::Scalar(_) => Columnar::Scalar(field),
        })
    }
}
