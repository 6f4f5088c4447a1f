import * as asn1js from 'asn1js'
import { AttributeTypeAndValue, RelativeDistinguishedNames } from 'pkijs'

/** One attribute of a distinguished name: short name (`CN`, `O` …) or object identifier, and value. */
export interface NameAttribute {
  readonly type: string
  readonly value: string
}

/** A distinguished name as authenticators and signers use it. */
export interface Name {
  readonly attributes: readonly NameAttribute[]
  /** The last one if there are several; empty without one. */
  readonly commonName: string
  readonly organizations: readonly string[]
}

const TYPES: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  SERIALNUMBER: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  STREET: '2.5.4.9',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  POSTALCODE: '2.5.4.17',
  DC: '0.9.2342.19200300.100.1.25',
  emailAddress: '1.2.840.113549.1.9.1',
}
const SHORT = new Map(Object.entries(TYPES).map(([short, id]) => [id, short]))

/** Common name and organizations, in the order of this API's certificates. */
export const nameOf = (commonName: string, organizations: readonly string[] = []): NameAttribute[] => [
  ...organizations.map((value) => ({ type: 'O', value })),
  { type: 'CN', value: commonName },
]

/** Each attribute becomes a set of its own, so that several organizations stay separate. Throws for an unknown short name. */
export function encodeName(attributes: readonly NameAttribute[]): RelativeDistinguishedNames {
  const sets = attributes.map(({ type, value }) => {
    const id = TYPES[type] ?? type
    if (!/^[0-2](\.\d+)+$/.test(id)) throw new Error(`unknown attribute "${type}" in a distinguished name`)
    return new asn1js.Set({
      value: [new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: id }), encodeValue(id, value)] })],
    })
  })
  // Decoded again from its bytes: only then does the library keep the sets apart.
  return RelativeDistinguishedNames.fromBER(new asn1js.Sequence({ value: sets }).toBER())
}

function encodeValue(id: string, value: string): asn1js.BaseBlock {
  if (id === TYPES.C || id === TYPES.SERIALNUMBER) return new asn1js.PrintableString({ value })
  if (id === TYPES.DC || id === TYPES.emailAddress) return new asn1js.IA5String({ value })
  return new asn1js.Utf8String({ value })
}

/** The attributes of a name. The last common name counts; organizations keep their order. */
export function readName(name: RelativeDistinguishedNames): Name {
  const attributes = name.typesAndValues.map(readAttribute)
  const valuesOf = (type: string): string[] =>
    attributes.filter((attribute) => attribute.type === type).map(({ value }) => value)
  return { attributes, commonName: valuesOf('CN').at(-1) ?? '', organizations: valuesOf('O') }
}

function readAttribute({ type, value }: AttributeTypeAndValue): NameAttribute {
  const text: unknown = (value as { valueBlock?: { value?: unknown } }).valueBlock?.value
  return { type: SHORT.get(type) ?? type, value: typeof text === 'string' ? text : '' }
}

// The attributes of an issued subject, in this order; the last two are kept at most once.
const KEPT = ['C', 'O', 'OU', 'L', 'ST', 'STREET', 'POSTALCODE', 'CN', 'SERIALNUMBER']
const KEPT_ONCE = ['CN', 'SERIALNUMBER']

/** The subject of a certificate issued for a request: the usual attributes only, and the last of those that are kept once. */
export const issuedName = ({ attributes }: Name): NameAttribute[] =>
  KEPT.flatMap((type) => {
    const found = attributes.filter((attribute) => attribute.type === type && attribute.value !== '')
    return KEPT_ONCE.includes(type) ? found.slice(-1) : found
  })

/** `CN=dora,O=builders`, for messages. */
export const showName = ({ attributes }: Pick<Name, 'attributes'>): string =>
  attributes.map(({ type, value }) => `${type}=${value}`).join(',')
