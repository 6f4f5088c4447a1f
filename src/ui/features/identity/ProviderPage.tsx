import { Button } from '@mantine/core'
import { isObject } from '../../../machinery/json'
import { checkProvider } from '../../../outside/identity-provider-settings'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyError } from '../../state/notify'
import { Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { toDataUrl } from '../../state/data-url'
import { Panel } from '../../components/Panel'
import { useSimulatedService } from '../../queries/use-simulated-service'
import { useFlagControls } from './acting'
import { Callers } from './Callers'
import { IdentityFrame } from './IdentityFrame'
import { textOf } from './text'
import { EXAMPLE_FLAGS, ProviderPart } from './ProviderPart'
import { TrustPart } from './TrustPart'
import { LoginPart } from './LoginPart'

/** A simulated OpenID Connect issuer: its settings, the flags that make the API server trust it, and a login. */
export function ProviderPage() {
  const { state, error, reload, change, act } = useSimulatedService('identity-provider')
  const hand = useFlagControls()
  if (error !== undefined && !state)
    return (
      <IdentityFrame at="/identity/provider">
        <ErrorMessage error={error} onRetry={reload} />
      </IdentityFrame>
    )
  const settings = isObject(state?.['settings']) ? checkProvider(state['settings']) : undefined
  if (!settings)
    return (
      <IdentityFrame at="/identity/provider">
        <Loading lines={8} />
      </IdentityFrame>
    )
  const ca = typeof state?.['ca'] === 'string' ? state['ca'] : undefined
  const keys = Array.isArray(state?.['keys']) ? state['keys'].filter(isObject) : []
  return (
    <IdentityFrame
      at="/identity/provider"
      actions={
        <Button
          variant="default"
          loading={hand.busy}
          disabled={!hand.argv}
          leftSection={<Icon name="example" />}
          onClick={() => void hand.apply({ ...EXAMPLE_FLAGS(settings), 'oidc-ca-file': ca && toDataUrl(ca) })}
        >
          Use in this cluster
        </Button>
      }
    >
      <div className="o-two">
        <div className="o-stack">
          <ProviderPart settings={settings} change={change} />
          <Panel
            title="Signing keys"
            about="Clients fetch the public keys from the JWKS endpoint. After a rotation, the previous key still verifies the tokens it signed."
            actions={
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  act('rotate').then(
                    () => notifyDone('Signing key rotated'),
                    (failure: unknown) => notifyError('Could not rotate the key', failure),
                  )
                }}
              >
                Rotate signing key
              </Button>
            }
          >
            <ul className="o-panel-body o-mono o-small o-flush o-no-marks">
              {keys.map((key, i) => (
                <li key={textOf(key['kid'])} className="o-break">
                  {textOf(key['alg'])} {textOf(key['kid'])} {i === 0 && <Verdict tone="allowed">active</Verdict>}
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <div className="o-stack">
          <TrustPart settings={settings} ca={ca} hand={hand} />
          <LoginPart settings={settings} ca={ca} />
          <Callers
            calls={state?.['calls']}
            about="Requests from clients that log in and from the API server. The API server fetches the keys once, and again when a token has an unknown key ID."
          />
        </div>
      </div>
    </IdentityFrame>
  )
}
