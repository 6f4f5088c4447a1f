import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  isQuantity,
  isWholeQuantity,
  multiplyQuantity,
  parseQuantity,
  QuantityError,
  quantityCeil,
  quantityMillis,
  quantityNumber,
  quantityOf,
  quantityOfMillis,
  quantitySign,
  roundUpQuantity,
  subtractQuantities,
} from './quantity'

describe('canonical form', () => {
  it.each([
    ['0', '0'],
    ['0Ki', '0'],
    ['-0', '0'],
    ['1', '1'],
    [1, '1'],
    [0.1, '100m'],
    [0.5, '500m'],
    [1e21, '1e21'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['0.1', '100m'],
    ['.5', '500m'],
    ['1.', '1'],
    ['+1', '1'],
    ['-1.5', '-1500m'],
    ['1000', '1k'],
    ['1024', '1024'],
    ['1000k', '1M'],
    ['1024Ki', '1Mi'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['1.25Ki', '1280'],
    ['0.5Ki', '512'],
    ['1023Ki', '1023Ki'],
    ['512Ki', '512Ki'],
    ['0.1Ki', '102400m'],
    ['1.1Ki', '1126400m'],
    ['1000Ki', '1000Ki'],
    ['1E', '1E'],
    ['1e3', '1e3'],
    ['1E3', '1e3'],
    ['1e2', '100'],
    ['1e4', '10e3'],
    ['12e-1', '1200e-3'],
    ['1e-9', '1e-9'],
    ['1e-12', '1e-9'],
    ['1n', '1n'],
    ['0.5n', '1n'],
    ['1000n', '1u'],
    ['1000000n', '1m'],
    ['100000000000000000000', '9223372036854775807'],
    ['16Ei', '9223372036854775807'],
    ['-16Ei', '-9223372036854775807'],
    ['00012', '12'],
    ['1P', '1P'],
    ['1234567890', '1234567890'],
    [' 5 ', '5'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical)
    expect(canonicalQuantity(canonical)).toBe(canonical)
  })

  it.each([
    '',
    '.',
    'm',
    '+',
    '-',
    '1.1.1',
    '1 Gi',
    '1mi',
    '1i',
    '1K',
    '1e',
    '1e-',
    'abc',
    '1GiB',
    '--1',
    '1+1',
    'NaN',
    'Infinity',
    '0x10',
  ])('refuses %j', (text) => {
    expect(() => canonicalQuantity(text)).toThrow(QuantityError)
    expect(isQuantity(text)).toBe(false)
  })
  it.each([null, undefined, {}, [], true])('is no quantity: %j', (value) => expect(isQuantity(value)).toBe(false))
})

describe('arithmetic', () => {
  const sum = (a: string, b: string) => formatQuantity(addQuantities(parseQuantity(a), parseQuantity(b)))
  it.each([
    ['1', '1m', '1001m'],
    ['1Gi', '1Gi', '2Gi'],
    ['0', '1Gi', '1Gi'],
    ['1Gi', '1', '1073741825'],
    ['500m', '500m', '1'],
    ['1', '-1', '0'],
  ])('%s + %s = %s', (a, b, c) => expect(sum(a, b)).toBe(c))
  it('subtracts and multiplies', () => {
    expect(formatQuantity(subtractQuantities(parseQuantity('2'), parseQuantity('500m')))).toBe('1500m')
    expect(formatQuantity(multiplyQuantity(parseQuantity('512Mi'), 4))).toBe('2Gi')
  })
  it.each([
    ['1', '1000m', 0],
    ['1Gi', '1G', 1],
    ['-1', '1', -1],
    ['1e3', '1k', 0],
  ])('compares %s and %s', (a, b, order) => expect(compareQuantities(parseQuantity(a), parseQuantity(b))).toBe(order))
  it('rounds up', () => {
    expect(quantityCeil(parseQuantity('1100m'))).toBe(2n)
    expect(quantityCeil(parseQuantity('-1100m'))).toBe(-2n)
    expect(quantityMillis(parseQuantity('1u'))).toBe(1n)
    expect(formatQuantity(roundUpQuantity(parseQuantity('1u'), -3))).toBe('1m')
    expect(isWholeQuantity(parseQuantity('1500m'))).toBe(false)
    expect(isWholeQuantity(parseQuantity('2000m'))).toBe(true)
  })
  it('converts', () => {
    expect(quantityNumber(parseQuantity('1500m'))).toBe(1.5)
    expect(formatQuantity(quantityOfMillis(250))).toBe('250m')
    expect(formatQuantity(quantityOf(2048, 'binary'))).toBe('2Ki')
    expect([quantitySign(quantityOf(0)), quantitySign(quantityOf(-3)), quantitySign(quantityOf(3))]).toEqual([0, -1, 1])
  })
})

describe('any text', () => {
  it('is a quantity or a QuantityError, and canonical forms are stable and equal in value', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[+-]?[0-9]{0,30}(\.[0-9]{0,30})?([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]{1,3})?$/),
    )
    fc.assert(
      fc.property(text, (source) => {
        if (!isQuantity(source)) return
        const value = parseQuantity(source)
        const canonical = formatQuantity(value)
        expect(canonicalQuantity(canonical)).toBe(canonical)
        expect(compareQuantities(parseQuantity(canonical), value)).toBe(0)
      }),
    )
  })
})
