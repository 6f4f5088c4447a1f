import { PUBLISHED_ENUMS } from '../openapi/published-enums'

/** Documented enum values of fields whose enum is not published. */
const UNPUBLISHED: Readonly<Record<string, readonly string[]>> = {
  'MetricSpec.type': ['Object', 'Pods', 'Resource', 'ContainerResource', 'External'],
  'MetricStatus.type': ['Object', 'Pods', 'Resource', 'ContainerResource', 'External'],
}

/** `core.v1.PodSpec.restartPolicy` → `PodSpec.restartPolicy`. */
const shortName = (field: string): string => field.split('.').slice(-2).join('.')

/** Whether the newest release still has a field or value. */
const isCurrent = ({ removed }: { readonly removed: number }): boolean => removed === Infinity

const BY_FIELD = new Map<string, readonly string[]>([
  ...PUBLISHED_ENUMS.filter(isCurrent).map(({ name, values }) => {
    const names = values.filter(isCurrent).map((value) => value.name)
    // The empty value is not offered as a choice.
    return [shortName(name), names.filter((one) => one !== '')] as const
  }),
  ...Object.entries(UNPUBLISHED),
])

/** Values of a field such as `PodSpec.restartPolicy`; undefined if any value is allowed. */
export const valuesOfField = (field: string): readonly string[] | undefined => BY_FIELD.get(field)
