import type { PolicyRule } from './policy'

/** The read and write verbs. */
export const READ = ['get', 'list', 'watch']
/** Verbs that change objects. */
export const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update']
/** A rule about all objects of some resources. */
export const rule = (
  verbs: readonly string[],
  group: string | readonly string[],
  ...resources: string[]
): PolicyRule => ({
  verbs,
  apiGroups: [group].flat(),
  resources,
})
/** Lets every controller record events. */
export const EVENTS = rule(['create', 'patch', 'update'], ['', 'events.orch.io'], 'events')
