/**
 * The first `count` 32-bit words of the fraction of π, most significant first (`243F6A88 85A308D3 …`), which are
 * Blowfish's starting values. Calculating them by Machin's formula, π = 16·arctan(1/5) − 4·arctan(1/239), takes some
 * milliseconds and replaces 8 KB of constants.
 */
export function piFractionWords(count: number): Uint32Array {
  const guardBits = 32n;
  const one = 1n << (BigInt(count) * 32n + guardBits);
  const pi = 16n * arctanOfInverse(5n, one) - 4n * arctanOfInverse(239n, one);
  const fraction = (pi - 3n * one) >> guardBits;
  const digits = fraction.toString(16).padStart(count * 8, '0');
  return Uint32Array.from({ length: count }, (_, index) =>
    Number.parseInt(digits.slice(index * 8, index * 8 + 8), 16),
  );
}

/** arctan(1/x) as a fixed-point number in units of `1/one`: the series 1/x − 1/3x³ + 1/5x⁵ − … */
function arctanOfInverse(x: bigint, one: bigint): bigint {
  const square = x * x;
  let power = one / x;
  let sum = power;
  for (let divisor = 3n, sign = -1n; power > 0n; divisor += 2n, sign = -sign) {
    power /= square;
    sum += (sign * power) / divisor;
  }
  return sum;
}
