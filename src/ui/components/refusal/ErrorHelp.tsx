import { readForbidden } from '../../../authorization/forbidden'
import { findKind } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { objectPlace } from '../../state/place'
import { Go } from '../Go'
import { RefusalHelp } from './RefusalHelp'
import { refuserOf } from './refuser'

const POLICY_VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `admissionregistration.orch.io/${version}`)

/** A link to the policy, webhooks or limits that refused a request; nothing if the message names none. */
function AdmissionHelp({ message }: { readonly message: string }) {
  const discovery = useDiscovery().data
  const by = refuserOf(message)
  if (!by) return null
  if (by.kind === 'page')
    return (
      <Go place={by.place} className="o-link">
        {by.label}
      </Go>
    )
  const served = POLICY_VERSIONS.map((version) => findKind(discovery, version, by.kind)).find((info) => info)
  return (
    served && (
      <Go place={objectPlace(served, undefined, by.name)} className="o-link">
        Open the policy {by.name}
      </Go>
    )
  )
}

/** Help for a refusal with this message: why authorization refused and a fix, or what in admission refused. */
export function ErrorHelp({
  message,
  name = '',
  onFixed,
}: {
  readonly message: string
  readonly name?: string
  readonly onFixed?: () => void
}) {
  const refusal = readForbidden(message)
  if (refusal) return <RefusalHelp asked={{ ...refusal, name }} {...(onFixed && { onFixed })} />
  return (
    <div className="o-row wrap">
      <AdmissionHelp message={message} />
      <span className="o-small o-dim">
        The trace of this request, in the request log, shows which stage refused it.
      </span>
    </div>
  )
}
