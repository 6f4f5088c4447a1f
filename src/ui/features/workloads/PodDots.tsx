import { Go } from '../../components/Go'
import { objectPlace } from '../../state/place'
import { PODS } from '../../../client/core-targets'
import type { PodChip } from './workload-model'

const SIGNS = { allowed: '●', changed: '◐', waiting: '○', refused: '✕', none: '–' } as const

/** Pods as symbols: shape, name and colour show their state. */
export function PodDots({ pods, label }: { readonly pods: readonly PodChip[]; readonly label: string }) {
  return (
    <ul className="o-wl-pods" aria-label={label}>
      {pods.map((pod) => (
        <li key={pod.uid}>
          <Go
            place={objectPlace(PODS, pod.namespace, pod.name)}
            className={`o-wl-pod o-tone-${pod.tone}`}
            aria-label={`${pod.name}: ${pod.word}`}
            title={`${pod.namespace}/${pod.name}: ${pod.word}`}
          >
            {SIGNS[pod.tone]}
          </Go>
        </li>
      ))}
    </ul>
  )
}
