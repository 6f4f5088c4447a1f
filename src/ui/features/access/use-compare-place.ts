import { useDiscovery } from '../../queries/use-discovery'
import { ADMIN } from '../../state/identity'
import { type Place, useQueryState } from '../../state/place'
import { isNamespaced, useAccess } from './context'
import { identityFor, personOf } from './people'
import { questionOf } from './question'
import { requestFor } from './request-path'

/** Opens the page that sends the question's request as a user and as the administrator, side by side. */
export function useComparePlace(): (who: string) => Place {
  const { resources } = useAccess()
  const discovery = useDiscovery().data
  const question = questionOf(useQueryState())
  return (who) => {
    const person = personOf(who)
    const { method, path } = requestFor(
      question,
      isNamespaced(resources, question.what),
      (group, resource) =>
        discovery?.resources.find((one) => one.preferred && one.group === group && one.resource === resource)
          ?.version ?? 'v1',
    )
    return {
      to: '/identity/compare',
      search: { left: person && identityFor(person).id, right: ADMIN.id, method, path },
    }
  }
}
