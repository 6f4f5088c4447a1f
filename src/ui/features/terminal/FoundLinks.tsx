import { lazy, Suspense, useState } from 'react'
import type { RefusedRequest } from '../../components/refusal/asked'
import { useGo } from '../../state/place'
import type { FoundLink } from './found-links'

const FixDialog = lazy(() => import('../../components/refusal/FixDialog').then((m) => ({ default: m.FixDialog })))

/** The links of the last output, and a grant for a request that it says was refused. */
export function FoundLinks({ links }: { readonly links: readonly FoundLink[] }) {
  const go = useGo()
  const [fixed, setFixed] = useState<RefusedRequest>()
  const refused = links.find(({ asked }) => asked !== undefined)?.asked
  return (
    <>
      {links.map(({ title, place }) => (
        <button key={title} type="button" className="o-term-link" onClick={() => go(place)}>
          {title}
        </button>
      ))}
      {refused && (
        <button type="button" className="o-term-link" onClick={() => setFixed(refused)}>
          Fix…
        </button>
      )}
      {fixed && (
        <Suspense fallback={null}>
          <FixDialog asked={fixed} onClose={() => setFixed(undefined)} />
        </Suspense>
      )}
    </>
  )
}
