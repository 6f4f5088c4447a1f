import { authorsOf } from '../../components/ownership/history'
import type { Version } from '../../queries/object-history'
import { listed } from './story'
import type { Lab } from './lab'

/** Who did what: from the lab's records for its own actions, otherwise from managedFields. */
export function storyOf(lab: Lab, versions: readonly Version[], i: number): string {
  const version = versions[i]
  if (!version) return ''
  if (version.gone) return 'deleted'
  const action = lab.actions.find(({ resourceVersion }) => resourceVersion === version.resourceVersion)
  if (action) {
    const how =
      action.kind === 'patch'
        ? `writes${action.subresource ? ` through ${action.subresource}` : ''}`
        : `applies${action.force ? ', forced' : ''}`
    return `${action.manager} ${how}`
  }
  const authors = authorsOf(versions[i - 1], version)
  if (i === 0) return authors.length ? `first version seen (${listed(authors)})` : 'first version seen'
  return authors.length ? `by ${listed(authors)}` : 'changed by no manager'
}
