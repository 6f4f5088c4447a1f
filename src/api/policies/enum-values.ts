import { PUBLISHED_ENUMS } from '../openapi/published-enums'

/** Fields that have few values though releases publish none (their documentation names them). */
const UNPUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'MetricSpec.type': ['Object', 'Pods', 'Resource', 'ContainerResource', 'External'],
  'MetricStatus.type': ['Object', 'Pods', 'Resource', 'ContainerResource', 'External'],
}

/** `core.v1.PodSpec.restartPolicy` → `PodSpec.restartPolicy`. */
const shortName = (field: string): string => field.split('.').slice(-2).join('.')

const BY_FIELD = new Map<string, readonly string[]>([
  ...PUBLISHED_ENUMS.filter(({ removed }) => removed === Infinity).map(
    ({ name, values }) => [shortName(name), values.flatMap(currentName)] as const,
  ),
  ...Object.entries(UNPUBLISHED),
])

function currentName({ name, removed }: { readonly name: string; readonly removed: number }): string[] {
  return name !== '' && removed === Infinity ? [name] : []
}

/** The values of a field, named by its type and itself such as `PodSpec.restartPolicy`; undefined where it may be anything. */
export const valuesOfField = (field: string): readonly string[] | undefined => BY_FIELD.get(field)
