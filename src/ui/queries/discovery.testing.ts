import type { ResourceInfo } from './discovery'

/** A served kind for tests: its name is enough, `more` overrides the rest. */
export const resourceInfo = (kind: string, more: Partial<ResourceInfo> = {}): ResourceInfo => ({
  group: '',
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  kind,
  namespaced: true,
  verbs: ['list'],
  shortNames: [],
  categories: [],
  subresources: [],
  preferred: true,
  ...more,
})
