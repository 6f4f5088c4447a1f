import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Go } from '../Go'
import { Icon } from '../Icon'
import { useIdentity } from '../../state/identity'
import { type RefusedRequest, whyRefusedPlace } from './asked'

const FixDialog = lazy(() => import('./FixDialog').then((m) => ({ default: m.FixDialog })))

/** Actions after a refusal: why it was refused, and a grant that allows it; then, that the request can be sent again. */
export function RefusalHelp({ asked, onFixed }: { readonly asked: RefusedRequest; readonly onFixed?: () => void }) {
  const { identity } = useIdentity()
  const [fixing, setFixing] = useState(false)
  const [granted, setGranted] = useState(false)
  return (
    <div className="o-row wrap o-below">
      <Go place={whyRefusedPlace(asked, identity)} className="o-link">
        Why denied?
      </Go>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="check" size={12} />}
        onClick={() => setFixing(true)}
      >
        Fix…
      </Button>
      <span role="status">{granted && 'Access granted: send the request again.'}</span>
      {fixing && (
        <Suspense fallback={null}>
          <FixDialog
            asked={asked}
            {...(onFixed && { onFixed })}
            onGranted={setGranted}
            onClose={() => setFixing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
