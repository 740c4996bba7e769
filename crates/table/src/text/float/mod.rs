//! FLOAT and DOUBLE as text, as Java 17 writes them.
//!
//! Java before 19 does not always find the shortest digits (`2.0E-3` is fine, but 1234567890123456789 is `1.23456789012345677E18`), and
//! Flink's results show it. This follows its algorithm: Steele and White's, with its special cases and its rounding.

/// Digits of the largest value that Java's algorithm gives, with room.
const MAX_DIGITS: usize = 40;

const SIGNIFICAND_BITS: i32 = 52;
const HIDDEN_BIT: u64 = 1 << SIGNIFICAND_BITS;

/// Java's `Double.toString`.
pub fn write_double(out: &mut String, value: f64) {
    if write_special(out, value) {
        return;
    }
    let bits = value.to_bits();
    let fraction = bits & (HIDDEN_BIT - 1);
    let exponent = ((bits >> SIGNIFICAND_BITS) & 0x7ff) as i32;
    let digits = if exponent == 0 {
        let shift = fraction.leading_zeros() as i32 - (63 - SIGNIFICAND_BITS);
        Digits::of(1 - shift - 1023, fraction << shift, 64 - fraction.leading_zeros() as i32)
    } else {
        Digits::of(exponent - 1023, fraction | HIDDEN_BIT, SIGNIFICAND_BITS + 1)
    };
    digits.write(out, value.is_sign_negative());
}

/// Java's `Float.toString`.
pub fn write_float(out: &mut String, value: f32) {
    if write_special(out, f64::from(value)) {
        return;
    }
    const FLOAT_BITS: i32 = 23;
    let bits = value.to_bits();
    let fraction = bits & ((1 << FLOAT_BITS) - 1);
    let exponent = ((bits >> FLOAT_BITS) & 0xff) as i32;
    let widen = |fraction: u32| u64::from(fraction) << (SIGNIFICAND_BITS - FLOAT_BITS);
    let digits = if exponent == 0 {
        let shift = fraction.leading_zeros() as i32 - (31 - FLOAT_BITS);
        Digits::of(1 - shift - 127, widen(fraction << shift), 32 - fraction.leading_zeros() as i32)
    } else {
        Digits::of(exponent - 127, widen(fraction | 1 << FLOAT_BITS), FLOAT_BITS + 1)
    };
    digits.write(out, value.is_sign_negative());
}

fn write_special(out: &mut String, value: f64) -> bool {
    let text = match value {
        v if v.is_nan() => "NaN",
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        0.0 if value.is_sign_negative() => "-0.0",
        0.0 => "0.0",
        _ => return false,
    };
    out.push_str(text);
    true
}

/// Decimal digits and where the point is: 0.d1d2d3... times ten to the `exponent`.
struct Digits {
    digits: [u8; MAX_DIGITS],
    len: usize,
    exponent: i32,
}

/// How the generation of digits ended.
struct Stop {
    low: bool,
    high: bool,
    /// The remainder against half a unit of the last digit; meaningful when both are set.
    remainder: std::cmp::Ordering,
}

impl Digits {
    /// The digits of `fraction / 2^52 * 2^exponent`, where the highest of the 53 bits of `fraction` is set and
    /// `significant` of them tell values apart.
    fn of(exponent: i32, fraction: u64, significant: i32) -> Digits {
        let trailing = fraction.trailing_zeros() as i32;
        let fraction_bits = SIGNIFICAND_BITS + 1 - trailing;
        let tiny_bits = (fraction_bits - exponent - 1).max(0);
        if tiny_bits == 0 && (-21..=62).contains(&exponent) && fraction_bits < 64 {
            return Digits::of_whole(exponent, fraction, significant);
        }
        Digits::of_fraction(exponent, fraction >> trailing, fraction_bits, tiny_bits, significant)
    }

    /// A whole number below 2^63: its digits, without those that say nothing.
    fn of_whole(exponent: i32, fraction: u64, significant: i32) -> Digits {
        let insignificant = if exponent > significant { insignificant_digits(exponent - significant - 1) } else { 0 };
        let mut value = if exponent >= SIGNIFICAND_BITS {
            fraction << (exponent - SIGNIFICAND_BITS)
        } else {
            fraction >> (SIGNIFICAND_BITS - exponent)
        };
        let mut point = 0;
        if insignificant > 0 {
            let power = 10u64.pow(insignificant);
            let residue = value % power;
            value = value / power + u64::from(residue >= power / 2);
            point += insignificant as i32;
        }
        while value % 10 == 0 {
            value /= 10;
            point += 1;
        }
        let mut digits = Digits { digits: [0; MAX_DIGITS], len: 0, exponent: 0 };
        let mut buffer = itoa::Buffer::new();
        for byte in buffer.format(value).bytes() {
            digits.push(byte - b'0');
        }
        digits.exponent = point + digits.len as i32;
        digits
    }

    /// Any other number: value = B / S, with M half a unit in the last place, all scaled to whole numbers.
    fn of_fraction(exponent: i32, fraction: u64, fraction_bits: i32, tiny_bits: i32, significant: i32) -> Digits {
        let mut decimal = estimate_decimal_exponent(fraction << (SIGNIFICAND_BITS + 1 - fraction_bits), exponent);
        let b5 = (-decimal).max(0);
        let mut b2 = b5 + tiny_bits + exponent;
        let s5 = decimal.max(0);
        let mut s2 = s5 + tiny_bits;
        let m5 = b5;
        let mut m2 = b2 - significant;
        b2 -= fraction_bits - 1;
        let common = b2.min(s2);
        b2 -= common;
        s2 -= common;
        m2 -= common;
        // Below a power of two numbers are twice as dense.
        if fraction_bits == 1 {
            m2 -= 1;
        }
        if m2 < 0 {
            b2 -= m2;
            s2 -= m2;
            m2 = 0;
        }
        let b_bits = fraction_bits + b2 + bits_of_power_of_5(b5);
        let ten_s_bits = s2 + 1 + bits_of_power_of_5(s5 + 1);
        let mut digits = Digits { digits: [0; MAX_DIGITS], len: 0, exponent: 0 };
        let is_small = b_bits < 64 && ten_s_bits < 64;
        let stop = if is_small || (b_bits < 120 && ten_s_bits < 120) {
            let b = (u128::from(fraction) * 5u128.pow(b5 as u32)) << b2;
            let s = 5u128.pow(s5 as u32) << s2;
            let m = 5u128.pow(m5 as u32) << m2;
            digits.generate_small([b, s, m], is_small, &mut decimal)
        } else {
            let b = Big::power(b5 as u32, b2 as u32).times(fraction);
            let s = Big::power(s5 as u32, s2 as u32);
            let m = Big::power(m5 as u32 + 1, m2 as u32 + 1);
            digits.generate_big(b, s, m, &mut decimal)
        };
        digits.exponent = decimal + 1;
        digits.round(&stop);
        digits
    }

    /// Java's rule for a remainder of exactly one unit differs between numbers that fit 64 bits and others.
    fn generate_small(&mut self, [mut b, s, mut m]: [u128; 3], fits_64_bits: bool, decimal: &mut i32) -> Stop {
        let tens = s * 10;
        let mut first = true;
        loop {
            let digit = (b / s) as u8;
            b = 10 * (b % s);
            m = m.saturating_mul(10);
            let above = b.saturating_add(m);
            let high = above > tens || (above == tens && !fits_64_bits);
            let mut stop = Stop { low: b < m, high, remainder: (b << 1).cmp(&tens) };
            if self.take(digit, &mut first, &mut stop, decimal) {
                return stop;
            }
        }
    }

    /// `m` comes multiplied by ten.
    fn generate_big(&mut self, mut b: Big, s: Big, mut m: Big, decimal: &mut i32) -> Stop {
        let tens = s.times(10);
        let mut first = true;
        loop {
            let digit = b.divide_small(&s);
            b = b.times(10);
            if !first {
                m = m.times(10);
            }
            let high = b.plus(&m).cmp(&tens).is_ge();
            let mut stop = Stop { low: b.cmp(&m).is_lt(), high, remainder: std::cmp::Ordering::Equal };
            if self.take(digit, &mut first, &mut stop, decimal) {
                stop.remainder = b.times(2).cmp(&tens);
                return stop;
            }
        }
    }

    /// Takes a digit; true when it is the last. A leading zero means that the exponent was guessed one too high.
    fn take(&mut self, digit: u8, first: &mut bool, stop: &mut Stop, decimal: &mut i32) -> bool {
        if *first {
            *first = false;
            if digit == 0 && !stop.high {
                *decimal -= 1;
            } else {
                self.push(digit);
            }
            // With an exponent there is at least one digit after the point.
            if *decimal < -3 || *decimal >= 8 {
                stop.low = false;
                stop.high = false;
            }
        } else {
            self.push(digit);
        }
        stop.low || stop.high || self.len == MAX_DIGITS
    }

    fn push(&mut self, digit: u8) {
        if self.len < MAX_DIGITS {
            self.digits[self.len] = digit;
            self.len += 1;
        }
    }

    fn round(&mut self, stop: &Stop) {
        let odd = self.len > 0 && self.digits[self.len - 1] % 2 == 1;
        let up = stop.high && (!stop.low || stop.remainder.is_gt() || (stop.remainder.is_eq() && odd));
        if !up {
            return;
        }
        let Some(at) = self.digits[..self.len].iter().rposition(|digit| *digit != 9) else {
            self.digits[..self.len].fill(0);
            self.digits[0] = 1;
            self.exponent += 1;
            return;
        };
        self.digits[at] += 1;
        self.digits[at + 1..self.len].fill(0);
    }

    fn write(&self, out: &mut String, negative: bool) {
        if negative {
            out.push('-');
        }
        let digits = &self.digits[..self.len];
        match self.exponent {
            point @ 1..=7 => {
                let whole = digits.len().min(point as usize);
                push_digits(out, &digits[..whole]);
                out.extend(std::iter::repeat_n('0', point as usize - whole));
                out.push('.');
                push_digits(out, if whole < digits.len() { &digits[whole..] } else { &[0] });
            }
            point @ -2..=0 => {
                out.push_str("0.");
                out.extend(std::iter::repeat_n('0', -point as usize));
                push_digits(out, digits);
            }
            point => {
                push_digits(out, &digits[..1]);
                out.push('.');
                push_digits(out, if digits.len() > 1 { &digits[1..] } else { &[0] });
                out.push('E');
                out.push_str(itoa::Buffer::new().format(point - 1));
            }
        }
    }
}

fn push_digits(out: &mut String, digits: &[u8]) {
    out.extend(digits.iter().map(|digit| char::from(b'0' + digit)));
}

/// How many decimal digits of a whole number its lowest `bits` bits cannot tell.
fn insignificant_digits(bits: i32) -> u32 {
    if bits > 1 && bits < 64 { (f64::from(bits) * std::f64::consts::LOG10_2) as u32 } else { 0 }
}

/// An upper bound of the bits of 5^n, as Java counts it.
fn bits_of_power_of_5(n: i32) -> i32 {
    const BITS: [i32; 27] = [0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56, 59, 61];
    BITS.get(n as usize).copied().unwrap_or(n * 3)
}

/// floor(log10(value)), by a linear approximation that may be one too high.
#[expect(clippy::approx_constant, reason = "the digits are those of Java's code")]
fn estimate_decimal_exponent(fraction: u64, exponent: i32) -> i32 {
    let mantissa = f64::from_bits(1023 << SIGNIFICAND_BITS | fraction & (HIDDEN_BIT - 1));
    ((mantissa - 1.5) * 0.289_529_654 + 0.176_091_259 + f64::from(exponent) * 0.301_029_995_663_981).floor() as i32
}

/// A natural number: 32-bit limbs, lowest first, without leading zeros.
#[derive(Clone)]
struct Big(Vec<u32>);

impl Big {
    /// 5^fives * 2^twos
    fn power(fives: u32, twos: u32) -> Big {
        let mut value = Big(vec![1]);
        let mut left = fives;
        while left > 0 {
            let step = left.min(13);
            value = value.times(5u64.pow(step));
            left -= step;
        }
        value.shifted(twos)
    }

    fn shifted(&self, bits: u32) -> Big {
        let mut limbs = vec![0; (bits / 32) as usize];
        let rest = bits % 32;
        let mut carry = 0u64;
        for limb in &self.0 {
            let wide = u64::from(*limb) << rest | carry;
            limbs.push(wide as u32);
            carry = wide >> 32;
        }
        limbs.push(carry as u32);
        Big(limbs).trimmed()
    }

    fn times(&self, factor: u64) -> Big {
        let mut limbs = Vec::with_capacity(self.0.len() + 2);
        let mut carry = 0u128;
        for limb in &self.0 {
            let wide = u128::from(*limb) * u128::from(factor) + carry;
            limbs.push(wide as u32);
            carry = wide >> 32;
        }
        while carry > 0 {
            limbs.push(carry as u32);
            carry >>= 32;
        }
        Big(limbs).trimmed()
    }

    fn plus(&self, other: &Big) -> Big {
        let mut limbs = Vec::with_capacity(self.0.len().max(other.0.len()) + 1);
        let mut carry = 0u64;
        for i in 0..self.0.len().max(other.0.len()) {
            let at = |limbs: &[u32]| u64::from(limbs.get(i).copied().unwrap_or(0));
            let wide = at(&self.0) + at(&other.0) + carry;
            limbs.push(wide as u32);
            carry = wide >> 32;
        }
        limbs.push(carry as u32);
        Big(limbs).trimmed()
    }

    /// Leaves the remainder here and gives the quotient, which is below 10.
    fn divide_small(&mut self, divisor: &Big) -> u8 {
        let mut quotient = 0;
        while quotient < 10 && self.cmp(divisor).is_ge() {
            self.subtract(divisor);
            quotient += 1;
        }
        quotient
    }

    /// `other` is not larger.
    fn subtract(&mut self, other: &Big) {
        let mut borrow = 0i64;
        for (i, limb) in self.0.iter_mut().enumerate() {
            let wide = i64::from(*limb) - i64::from(other.0.get(i).copied().unwrap_or(0)) - borrow;
            borrow = i64::from(wide < 0);
            *limb = wide as u32;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn cmp(&self, other: &Big) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn trimmed(mut self) -> Big {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

#[cfg(test)]
mod tests;
