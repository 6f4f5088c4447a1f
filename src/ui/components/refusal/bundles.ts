import type { PolicyRule } from '../../../authorization/policy'

/** How much a grant allows: the request, reading the kind, or editing it. */
export type BundleId = 'request' | 'read' | 'edit'

/** Rights that belong together: enough for a task, not just for one request. */
export interface Bundle {
  readonly id: BundleId
  readonly title: string
  readonly verbs: readonly string[]
  /** Limited to the requested object's name. */
  readonly named: boolean
}

const READ = ['get', 'list', 'watch']
const EDIT = [...READ, 'create', 'update', 'patch', 'delete']
const UNNAMED = new Set(['create', 'deletecollection'])

/** The refused request that a grant answers. */
export interface BundleQuestion {
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly apiGroup: string
  /** Includes the subresource. */
  readonly resource: string
  readonly name: string
  readonly path: string
}

/** The bundles that allow a request, smallest first: this request, read, edit. */
export function bundlesFor({ verb, isResourceRequest, name }: BundleQuestion): Bundle[] {
  const only: Bundle = {
    id: 'request',
    title: `Only this request (${verb})`,
    verbs: [verb],
    named: isResourceRequest && name !== '' && !UNNAMED.has(verb),
  }
  if (!isResourceRequest) return [only]
  return [
    only,
    ...(READ.includes(verb)
      ? [{ id: 'read', title: 'Read (get, list, watch)', verbs: READ, named: false } as const]
      : []),
    ...(EDIT.includes(verb)
      ? [
          {
            id: 'edit',
            title: 'Edit (read, and create, update, patch, delete)',
            verbs: EDIT,
            named: false,
          } as const,
        ]
      : []),
  ]
}

/** The bundle to suggest. Pages that read also watch, so reading is granted as a whole. */
export const suggested = (bundles: readonly Bundle[]): BundleId =>
  bundles.find(({ id }) => id === 'read')?.id ?? bundles[0]?.id ?? 'request'

/** The rule that grants a bundle. */
export function ruleOf(
  bundle: Bundle,
  { isResourceRequest, apiGroup, resource, name, path }: BundleQuestion,
): PolicyRule {
  const verbs = [...bundle.verbs]
  if (!isResourceRequest) return { nonResourceURLs: [path], verbs }
  return { apiGroups: [apiGroup], resources: [resource], ...(bundle.named && { resourceNames: [name] }), verbs }
}
