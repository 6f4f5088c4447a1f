import type { ResourceId } from '../../state/place'

/** The name of an object's draft: one object, one draft. */
export const draftId = (info: ResourceId, namespace: string | undefined, name: string): string =>
  `object/${info.group}/${info.version}/${info.resource}/${namespace ?? ''}/${name}`
