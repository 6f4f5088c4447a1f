import { isObject } from '../../machinery/json'
import { byText } from '../../machinery/by-text'
import { ByteWriter } from './byte-writer'
import { SCALARS } from './form'
import { type Members, type Field, tagOf, KEY_TAG, VALUE } from './message-field'
import { WORD_BITS } from './field-places'

function unsetBytes({ tag, form }: Field): Uint8Array {
  const writer = new ByteWriter().uint32(tag)
  form.write(writer, form.zero)
  return writer.take()
}

/** Writes the fields of a bit set; their values are in the writer’s `members`, from `base`. */
export function writeMembers(
  writer: ByteWriter,
  fields: readonly Field[],
  from: number,
  bits: number,
  object: Members,
  base: number,
): void {
  const { members } = writer
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const place = from + WORD_BITS - 1 - Math.clz32(rest & -rest)
    const field = fields[place] as Field
    const value = members[base + place]
    members[base + place] = undefined
    if (typeof value === 'string' && field.isText) writer.taggedText(field.tag, value)
    else writeMember(writer, field, object, value)
  }
}

/** Writes one field of an object. Writes nothing if it is unset, unless it is always written. */
export function writeMember(writer: ByteWriter, field: Field, object: Members, value: unknown): void {
  if (field.shape === 'inline') {
    writer.uint32(field.tag)
    field.form.write(writer, object)
    return
  }
  if (value === undefined || value === null) {
    if (field.always) writer.raw((field.unset ??= unsetBytes(field)))
  } else writeField(writer, field, value)
}

function writeField(writer: ByteWriter, { tag, form, shape }: Field, value: unknown): void {
  if (shape === 'one') {
    writer.uint32(tag)
    form.write(writer, value)
  } else if (shape === 'list') {
    for (const item of Array.isArray(value) ? value : []) {
      writer.uint32(tag)
      form.write(writer, item ?? form.zero)
    }
  } else if (shape === 'map') {
    const members = isObject(value) ? value : {}
    const valueTag = tagOf(VALUE, form.wire)
    for (const key of inOrder(Object.keys(members))) {
      const at = writer.uint32(tag).open()
      writer.taggedText(KEY_TAG, key)
      const member = members[key] ?? form.zero
      if (typeof member === 'string' && form === SCALARS.s) writer.taggedText(valueTag, member)
      else form.write(writer.uint32(valueTag), member)
      writer.close(at)
    }
  }
}

/** Sorted names; they usually are already. */
const inOrder = (names: string[]): string[] =>
  names.every((name, i) => i === 0 || (names[i - 1] ?? '') <= name) ? names : names.sort(byText)
