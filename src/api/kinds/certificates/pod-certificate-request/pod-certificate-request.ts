import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import { tableOf } from '../../meta/table-columns'

interface Request {
  spec: {
    podName: string
    serviceAccountName: string
    nodeName: string
    signerName: string
    unverifiedUserAnnotations: Record<string, string>
  }
  status: { conditions: { type: string }[] }
}
const ENDS = ['Issued', 'Denied', 'Failed']

const annotationsText = (annotations: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(annotations)
    .map(([key, value = '']) => `${key}=${value}`)
    .sort()
    .join(',') || '<none>'

/** A kubelet's request for the certificate of one of its pods. */
export const podCertificateRequest: KindBehaviour = {
  group: 'certificates.orch.io',
  resource: 'podcertificaterequests',
  kind: 'PodCertificateRequest',
  hasStatus: true,
  subresources: { status: {} },
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = asDraft<Request>(object)
      return { spec, state: status.conditions?.findLast(({ type = '' }) => ENDS.includes(type))?.type ?? 'Pending' }
    },
    ['PodName', 'string', ({ spec }) => spec.podName ?? ''],
    ['ServiceAccountName', 'string', ({ spec }) => spec.serviceAccountName ?? ''],
    ['NodeName', 'string', ({ spec }) => spec.nodeName ?? ''],
    ['SignerName', 'string', ({ spec }) => spec.signerName ?? ''],
    ['State', 'string', ({ state }) => state],
    [
      'UnverifiedUserAnnotations',
      'string',
      ({ spec }) => annotationsText(spec.unverifiedUserAnnotations ?? {}),
      { priority: 1, since: 35 },
    ],
  ),
}
