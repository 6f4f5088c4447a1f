/**
 * Hashes of pod templates as a real server of release 1.20 computes them, from which the names of ReplicaSets and revisions follow. The hash
 * of a template covers a dump of its Go structs, fields that are not set included; of later fields only those that are set are covered.
 */
import type { PodTemplate } from '../../api/kinds/shared/pod-types'
import { goQuantity } from '../../machinery/go-quantity'
import { isObject } from '../../machinery/json'
import { canonicalJson, htmlEscapedJson, writeJson } from '../../machinery/json-text'
import { NAME_ALPHABET } from '../../machinery/random'
import { fnv1aOfBytes, fnv1OfBytes } from '../../machinery/fnv'

const utf8 = new TextEncoder()

/** A hash as part of a name. */
const safe = (hash: number): string =>
  String(hash).replace(/./g, (digit) => NAME_ALPHABET[digit.charCodeAt(0) % NAME_ALPHABET.length] ?? '')

interface Field {
  readonly name: string
  /** Empty for an embedded struct. */
  readonly json: string
  readonly type: string
}
type Structs = ReadonlyMap<string, readonly Field[]>

function parseStructs(text: string): Structs {
  const lines = text.split('\n').map((line) => line.split(' '))
  return new Map(
    lines.map(([struct = '', ...fields]) => [
      `v1.${struct}`,
      fields.map((field) => {
        const [named = '', type = 'string'] = field.split(':')
        const [name = '', json = name.charAt(0).toLowerCase() + name.slice(1)] = named.split('=')
        return { name, json, type: type.replace(/^([*[\]]*)\./, '$1v1.') }
      }),
    ]),
  )
}

let loading: Promise<Structs> | undefined
const loadStructs = (): Promise<Structs> =>
  (loading ??= import('./template-types').then(({ templateTypesText }) => parseStructs(templateTypesText)))

/** The hash in the label of a template's pods and in the names of ReplicaSets and of a DaemonSet's revisions. */
export async function templateHash(template: PodTemplate | undefined, collisions: number | undefined): Promise<string> {
  const dump = utf8.encode(new Dump(await loadStructs()).value(template ?? {}, 'v1.PodTemplateSpec'))
  if (collisions === undefined) return safe(fnv1aOfBytes(dump))
  const counted = new Uint8Array(dump.length + 8)
  counted.set(dump)
  new DataView(counted.buffer).setUint32(dump.length, collisions, true)
  return safe(fnv1aOfBytes(counted))
}

/** The hash in the names of a StatefulSet's revisions, from what a revision stores. */
export const revisionHash = (data: unknown, collisions: number): string =>
  safe(fnv1OfBytes(utf8.encode(htmlEscapedJson(canonicalJson(data)) + String(collisions))))

const NIL = '<nil>'
/** A scalar without quotes; the zero of its type if it is absent. */
const scalar = (value: unknown, zero: string): string =>
  typeof value === 'string' ? value : /^(number|bigint|boolean)$/.test(typeof value) ? writeJson(value) : zero
const NO_TIME = '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}'

/** Writes values with types and field names, as the hash sees them. */
class Dump {
  constructor(private readonly structs: Structs) {}

  /** A value with its type. */
  value(value: unknown, type: string): string {
    return `(${type})${this.bare(value, type)}`
  }

  /** A value whose type is known from where it stands. */
  private bare(value: unknown, type: string): string {
    const absent = value === undefined || value === null
    if (type.startsWith('*')) return absent ? NIL : this.bare(value, type.slice(1))
    if (type.startsWith('[]'))
      return Array.isArray(value) && value.length > 0
        ? `[${value.map((item) => this.bare(item, type.slice(2))).join(' ')}]`
        : NIL
    if (type.startsWith('map[')) return this.map(value, type.slice(type.indexOf(']') + 1))
    switch (type) {
      case 'v1.ResourceList':
        return this.map(value, 'resource.Quantity')
      case 'resource.Quantity':
        return quantity(value)
      case 'intstr.IntOrString':
        return typeof value === 'string'
          ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
          : `{Type:(intstr.Type)0 IntVal:(int32)${scalar(value, '0')} StrVal:(string)}`
      case 'v1.Time':
        return NO_TIME
      case 'int32':
      case 'int64':
        return scalar(value, '0')
      case 'bool':
        return scalar(value, 'false')
      default:
        return this.structs.has(type) ? this.struct(value, type) : scalar(value, '')
    }
  }

  private map(value: unknown, type: string): string {
    const keys = isObject(value) ? Object.keys(value).sort() : []
    if (!isObject(value) || keys.length === 0) return NIL
    return `map[${keys.map((key) => `${key}:${this.bare(value[key], type)}`).join(' ')}]`
  }

  private struct(value: unknown, type: string): string {
    const members: Record<string, unknown> = isObject(value) ? value : {}
    const fields = this.structs.get(type) ?? []
    const parts = fields.map(
      ({ name, json, type: of }) =>
        `${name}:${json === '' ? this.embedded(members, of) : this.value(members[json], of)}`,
    )
    const known = this.names(type)
    const later = Object.keys(members).filter((member) => members[member] !== null && !known.has(member))
    return `{${[...parts, ...later.sort().map((name) => `${name}:${canonicalJson(members[name])}`)].join(' ')}}`
  }

  /** An embedded struct, whose members are those of its parent. */
  private embedded(members: Record<string, unknown>, type: string): string {
    const own = this.names(type)
    return this.value(Object.fromEntries(Object.entries(members).filter(([member]) => own.has(member))), type)
  }

  /** The members of a struct in JSON, those of embedded structs included. */
  private names(type: string): ReadonlySet<string> {
    const fields = this.structs.get(type) ?? []
    return new Set(fields.flatMap(({ json, type: of }) => (json === '' ? [...this.names(of)] : [json])))
  }
}

/** A quantity as the hash sees it: the struct that error messages show, with the types of its fields. */
function quantity(value: unknown): string {
  const shown = /\{value:(-?\d+), scale:(-?\d+)\}.*, s:"(.*)", Format:"(\w*)"/.exec(goQuantity(scalar(value, '0')).text)
  const [, amount = '0', scale = '0', text = '', format = ''] = shown ?? []
  return (
    `{i:(resource.int64Amount){value:(int64)${amount} scale:(resource.Scale)${scale}} ` +
    `d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`
  )
}
