import type { ResourceId } from '../../state/place'

/** The draft id of an object; there is one draft per object. */
export const draftId = (info: ResourceId, namespace: string | undefined, name: string): string =>
  `object/${info.group}/${info.version}/${info.resource}/${namespace ?? ''}/${name}`
