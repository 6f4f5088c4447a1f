/** The JSON text of a patched object, as servers up to 1.22 repeat it when it can't be read as its kind. */
import { byText } from '../../machinery/by-text'
import { escapeGoJson } from '../../machinery/go-json'
import { equal, isObject } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { PatchKind } from './patch-document'

type Members = Readonly<Record<string, unknown>>

/** The order of a real server's types, which parts have that no patch touched. */
const ORDER = [
  ...['kind', 'apiVersion', 'metadata', 'name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'],
  ...['generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'labels', 'annotations'],
  ...['ownerReferences', 'finalizers', 'clusterName', 'managedFields'],
]
const ENTRY = ['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1']

const text = (value: unknown): string => escapeGoJson(writeJson(value) ?? 'null')

function objectText(members: Members, names: readonly string[], member: (name: string) => string): string {
  const given = names.filter((name) => members[name] !== undefined)
  return `{${given.map((name) => `${text(name)}:${member(name)}`).join(',')}}`
}

const first = (names: readonly string[], order: readonly string[]): string[] => [
  ...order.filter((name) => names.includes(name)),
  ...names.filter((name) => !order.includes(name)),
]

/** A part as it was stored. */
function storedText(value: unknown, name = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => storedText(item, name)).join(',')}]`
  if (!isObject(value)) return text(value)
  const names = Object.keys(value)
  const order = name === 'managedFields' ? first(names, ENTRY) : name === 'metadata' ? first(names, ORDER) : names
  return objectText(value, order, (member) => storedText(value[member], member))
}

/** A value that a patch brought: a merge sorts its members, a JSON patch leaves them as they are. */
function broughtText(value: unknown, kind: PatchKind): string {
  if (kind !== 'merge') return text(value)
  if (Array.isArray(value)) return `[${value.map((item) => broughtText(item, kind)).join(',')}]`
  if (!isObject(value)) return text(value)
  return objectText(value, Object.keys(value).sort(byText), (member) => broughtText(value[member], kind))
}

/** The text of a custom object, whose members are always sorted. */
export const customText = (value: unknown): string => broughtText(value, 'merge')

/** The text of what a JSON or merge patch made of a stored value: members of objects that it changed are sorted. */
export function patchedText(patched: unknown, stored: unknown, kind: PatchKind, name = ''): string {
  if (stored !== undefined && equal(patched, stored)) return storedText(patched, name)
  if (Array.isArray(patched) && Array.isArray(stored) && kind === 'json')
    return `[${patched.map((item, i) => patchedText(item, stored[i], kind, name)).join(',')}]`
  if (!isObject(patched) || !isObject(stored)) return broughtText(patched, kind)
  return objectText(patched, Object.keys(patched).sort(byText), (member) =>
    patchedText(patched[member], stored[member], kind, member),
  )
}
