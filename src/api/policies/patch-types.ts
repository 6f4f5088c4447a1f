import { overload, type Library } from '../../expressions/functions'
import { readFirst } from '../../expressions/libraries/standard'
import { DYN, objectType, type ObjectType, STRING, type Type } from '../../expressions/types'
import { isList, MapValue, ObjectValue, type Value } from '../../expressions/values'

/** Type of the object that a mutation applies; nested types are named by path, such as `Object.spec`. */
export const APPLIED = 'Object'
const OPERATION = 'JSONPatch'

const OPERATION_TYPE = objectType(OPERATION, { op: STRING, from: STRING, path: STRING, value: DYN })

/** Top-level types that mutations may construct. */
export const CONSTRUCTED = [APPLIED, OPERATION] as const

/**
 * Types that mutations may construct. Their fields are not checked before they are applied; names come from the type of `object`, if
 * known.
 */
export const patchTypes =
  (object: Type) =>
  (name: string): ObjectType | undefined => {
    if (name === OPERATION) return OPERATION_TYPE
    if (name !== APPLIED && !name.startsWith(`${APPLIED}.`)) return undefined
    return { kind: 'object', name, field: () => DYN, names: () => namesAt(object, name.split('.').slice(1)) }
  }

/** Field names at a path of a type; list items have the path of their list. */
function namesAt(type: Type, path: readonly string[]): readonly string[] {
  if (type.kind === 'list') return namesAt(type.element, path)
  if (type.kind !== 'object') return []
  const [step, ...rest] = path
  return step === undefined ? type.names() : namesAt(type.field(step) ?? DYN, rest)
}

/** Additional functions for mutations. */
export const PATCH_FUNCTIONS: Library = [
  overload(
    'jsonpatch.escapeKey(string) string',
    (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1'),
    readFirst,
  ),
]

/** Reports constructed objects whose type name does not match their position: `Object{spec: Object.status{}}`. */
export function misplacedTypes(
  value: Value,
  path: string = value instanceof ObjectValue ? value.typeName : '',
): string[] {
  if (isList(value)) return value.flatMap((item) => misplacedTypes(item, path))
  if (value instanceof MapValue) return [...value.entries()].flatMap(([, member]) => misplacedTypes(member, path))
  if (!(value instanceof ObjectValue)) return []
  const own =
    value.typeName === path
      ? []
      : [
          `unexpected type name "${value.typeName}", expected "${path}", which matches field name path from root Object type`,
        ]
  return [...own, ...value.names().flatMap((name) => misplacedTypes(value.get(name) ?? null, `${path}.${name}`))]
}
