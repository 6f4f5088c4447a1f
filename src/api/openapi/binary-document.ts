/**
 * The OpenAPI v2 document as protobuf message `openapi.v2.Document`, which older command-line clients request. Source: the public message
 * definitions of that document.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { encodeYaml } from '../../machinery/encode-yaml'
import { isObject } from '../../machinery/json'

/**
 * Fields of a message, as `number name:type` with JSON names. Types: s string, b boolean (B: written even if false), d double, I int64, y
 * any value as YAML, a name another message, `[` a list, `{` named entries of a message. `x-` collects all extension members. A name after
 * `|` selects a form by a function of `CHOICES`; `=` encodes the value itself rather than a member.
 */
const MESSAGES: Readonly<Record<string, string>> = {
  Document:
    '1 swagger:s 2 info:Info 3 host:s 4 basePath:s 5 schemes:[s 6 consumes:[s 7 produces:[s 8 paths:Paths 9 definitions:Schemas 12 security:[Requirement 13 securityDefinitions:SecurityDefinitions 16 x-',
  Info: '1 title:s 2 version:s 3 description:s 4 termsOfService:s 7 x-',
  Paths: '1 x- 2 =:{PathItem',
  PathItem:
    '1 $ref:s 2 get:Operation 3 put:Operation 4 post:Operation 5 delete:Operation 6 options:Operation 7 head:Operation 8 patch:Operation 9 parameters:[ParametersItem 10 x-',
  Operation:
    '1 tags:[s 2 summary:s 3 description:s 5 operationId:s 6 produces:[s 7 consumes:[s 8 parameters:[ParametersItem 9 responses:Responses 10 schemes:[s 11 deprecated:b 12 security:[Requirement 13 x-',
  ParametersItem: '1 =:Parameter|whole 2 =:Reference|reference',
  Reference: '1 $ref:s 2 description:s',
  Parameter: '1 =:BodyParameter|body 2 =:NonBodyParameter|nonBody',
  BodyParameter: '1 description:s 2 name:s 3 in:s 4 required:b 5 schema:Schema 6 x-',
  NonBodyParameter: '1 =:HeaderParameter|header 3 =:QueryParameter|query 4 =:HeaderParameter|path',
  HeaderParameter: '1 required:b 2 in:s 3 description:s 4 name:s 5 type:s 6 format:s 8 collectionFormat:s 22 x-',
  QueryParameter:
    '1 required:b 2 in:s 3 description:s 4 name:s 5 allowEmptyValue:b 6 type:s 7 format:s 9 collectionFormat:s 20 uniqueItems:b 23 x-',
  Responses: '1 =:{ResponseValue 2 x-',
  ResponseValue: '1 =:Response|whole 2 =:Reference|reference',
  Response: '1 description:s 2 schema:SchemaItem 5 x-',
  SchemaItem: '1 =:Schema',
  Schemas: '1 =:{Schema',
  Schema:
    '1 $ref:s 2 format:s 3 title:s 4 description:s 5 default:y 6 multipleOf:d 7 maximum:d 8 exclusiveMaximum:b 9 minimum:d 10 exclusiveMinimum:b 11 maxLength:I 12 minLength:I 13 pattern:s 14 maxItems:I 15 minItems:I 16 uniqueItems:b 17 maxProperties:I 18 minProperties:I 19 required:[s 20 enum:[y 21 additionalProperties:AdditionalProperties 22 type:Texts 23 items:Items 24 allOf:[Schema 25 properties:Schemas 26 discriminator:s 27 readOnly:b 30 example:y 31 x-',
  AdditionalProperties: '1 =:Schema|schema 2 =:B|boolean',
  Texts: '1 =:[s|list',
  Items: '1 =:[Schema|list',
  SecurityDefinitions: '1 =:{SecurityDefinition',
  SecurityDefinition: '2 =:ApiKey',
  ApiKey: '1 type:s 2 name:s 3 in:s 4 description:s 5 x-',
  Requirement: '1 =:{Texts',
}

const isReference = (value: unknown): boolean => isObject(value) && '$ref' in value
const isIn = (place: string) => (value: unknown) => isObject(value) && value.in === place

/** For union messages: whether a value takes a form. */
const CHOICES: Readonly<Record<string, (value: unknown) => boolean>> = {
  reference: isReference,
  whole: (value) => !isReference(value),
  body: isIn('body'),
  nonBody: (value) => !isIn('body')(value),
  header: isIn('header'),
  query: isIn('query'),
  path: isIn('path'),
  schema: isObject,
  boolean: (value) => typeof value === 'boolean',
  list: () => true,
}

interface Field {
  readonly number: number
  readonly name: string
  readonly type: string
  readonly chosen: (value: unknown) => boolean
}

const fields = new Map<string, readonly Field[]>()

function fieldsOf(message: string): readonly Field[] {
  const known = fields.get(message)
  if (known) return known
  const words = (MESSAGES[message] ?? '').split(' ')
  const found: Field[] = []
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [name = '', rest = ''] = (words[i + 1] ?? '').split(':')
    const [type = '', choice = ''] = rest.split('|')
    found.push({ number: Number(words[i]), name, type, chosen: CHOICES[choice] ?? (() => true) })
  }
  fields.set(message, found)
  return found
}

/** Encodes a version 2 document. */
export function binaryDocument(document: object): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter()
  writeMessage(writer, 'Document', document)
  return writer.finish()
}

function writeMessage(writer: BinaryWriter, message: string, value: unknown): void {
  for (const field of fieldsOf(message)) {
    if (field.name === 'x-') writeExtensions(writer, field.number, value)
    else if (field.name !== '=') writeField(writer, field, isObject(value) ? value[field.name] : undefined)
    else if (field.chosen(value)) writeField(writer, field, value)
  }
}

function writeField(writer: BinaryWriter, { number, name, type }: Field, value: unknown): void {
  if (value === undefined || value === null) return
  if (type.startsWith('{')) {
    for (const [key, entry] of Object.entries(value))
      if (name !== '=' || !key.startsWith('x-') || type === '{Schema')
        writeEntry(writer, number, key, () => writeOne(writer, 2, type.slice(1), entry))
  } else if (type.startsWith('['))
    for (const item of Array.isArray(value) ? value : [value]) writeOne(writer, number, type.slice(1), item)
  else writeOne(writer, number, type, value)
}

/** Encodes a map entry. */
function writeEntry(writer: BinaryWriter, number: number, key: string, writeValue: () => void): void {
  writer.tag(number, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(key)
  writeValue()
  writer.join()
}

function writeExtensions(writer: BinaryWriter, number: number, value: unknown): void {
  if (!isObject(value)) return
  for (const [key, extension] of Object.entries(value))
    if (key.startsWith('x-')) writeEntry(writer, number, key, () => writeOne(writer, 2, 'y', extension))
}

function writeOne(writer: BinaryWriter, number: number, type: string, value: unknown): void {
  if (type === 's') writer.tag(number, WireType.LengthDelimited).string(String(value))
  else if (type === 'b') {
    if (value === true) writer.tag(number, WireType.Varint).bool(true)
  } else if (type === 'B') writer.tag(number, WireType.Varint).bool(value === true)
  else if (type === 'd') writer.tag(number, WireType.Bit64).double(Number(value))
  else if (type === 'I') writer.tag(number, WireType.Varint).int64(Math.trunc(Number(value)))
  else {
    writer.tag(number, WireType.LengthDelimited).fork()
    if (type === 'y') writer.tag(2, WireType.LengthDelimited).string(encodeYaml(value))
    else writeMessage(writer, type, value)
    writer.join()
  }
}
