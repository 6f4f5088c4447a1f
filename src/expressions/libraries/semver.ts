import { EvaluationError } from '../expression-error'
import { overload, type Library } from '../functions'
import { OpaqueValue } from '../values'
import { readFirst } from './standard'

/** Steps to parse one unit of text. */
const PACE = 50
const TYPE = 'orch.Semver'
interface Version {
  readonly numbers: readonly bigint[]
  readonly pre: readonly string[]
}
const PATTERN =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

/** Normalises `v1.02` to `1.2.0`: removes a leading v and leading zeros, adds missing numbers. */
function normalized(text: string): string {
  const [, numbers = '', rest = ''] = /^v?([0-9.]*)(.*)$/s.exec(text.trim()) ?? []
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''))
  while (parts.length < 3) parts.push('0')
  return parts.join('.') + rest
}
function versionOf(text: string): Version | undefined {
  const match = PATTERN.exec(text)
  return match ? { numbers: match.slice(1, 4).map(BigInt), pre: match[4]?.split('.') ?? [] } : undefined
}
function compareParts(a: string, b: string): number {
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (left !== right) return left ? -1 : 1
  if (left) return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0
  return a < b ? -1 : a > b ? 1 : 0
}
function compare(a: Version, b: Version): number {
  for (const [i, number] of a.numbers.entries()) {
    const other = b.numbers[i] ?? 0n
    if (number !== other) return number < other ? -1 : 1
  }
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length)
  for (const [i, part] of a.pre.entries()) {
    const other = b.pre[i]
    if (other === undefined) return 1
    const order = compareParts(part, other)
    if (order !== 0) return order
  }
  return a.pre.length < b.pre.length ? -1 : 0
}
const of = ({ data }: OpaqueValue): Version => data as Version
function parse(text: string, normalize = false): OpaqueValue {
  const version = versionOf(normalize ? normalized(text) : text)
  if (!version) throw new EvaluationError(`${JSON.stringify(text)} is not a semantic version`)
  return new OpaqueValue(TYPE, version, (a, b) => compare(a as Version, b as Version) === 0)
}
const isSemver = (text: string, normalize = false): boolean =>
  versionOf(normalize ? normalized(text) : text) !== undefined

/** Functions on semantic versions such as `1.2.3-rc.1`. */
export const SEMVER: Library = [
  overload(`semver(string) ${TYPE}`, parse, readFirst, PACE),
  overload(`semver(string, bool) ${TYPE}`, parse, readFirst, PACE),
  overload('isSemver(string) bool', isSemver, readFirst, PACE),
  overload('isSemver(string, bool) bool', isSemver, readFirst, PACE),
  ...['major', 'minor', 'patch'].map((name, i) =>
    overload(`${TYPE}::${name}() int`, (value: OpaqueValue) => of(value).numbers[i] ?? 0n),
  ),
  overload(`${TYPE}::isLessThan(${TYPE}) bool`, (a: OpaqueValue, b: OpaqueValue) => compare(of(a), of(b)) < 0),
  overload(`${TYPE}::isGreaterThan(${TYPE}) bool`, (a: OpaqueValue, b: OpaqueValue) => compare(of(a), of(b)) > 0),
  overload(`${TYPE}::compareTo(${TYPE}) int`, (a: OpaqueValue, b: OpaqueValue) => BigInt(compare(of(a), of(b)))),
]
