import { Button } from '@mantine/core'
import { isObject } from '../../../machinery/json'
import { checkTokenWebhook } from '../../../outside/token-webhook'
import { Icon } from '../../components/Icon'
import { Loading, ErrorMessage } from '../../components/States'
import { useSimulatedService } from '../../queries/use-simulated-service'
import { useFlagControls } from './acting'
import { Callers } from './Callers'
import { IdentityFrame } from './IdentityFrame'
import { TokenAnswersPart, webhookFlags } from './TokenAnswersPart'
import { AskPart, TokenTryPart } from './TokenTryPart'

/** The token webhook: its answers, the flags that enable it, and a token to try. */
export function TokenWebhookPage() {
  const { state, error, reload, change } = useSimulatedService('token-callback')
  const hand = useFlagControls()
  const settings = isObject(state?.['settings']) ? checkTokenWebhook(state['settings']) : undefined
  if (!settings)
    return (
      <IdentityFrame at="/identity/webhook">
        {error === undefined ? <Loading lines={8} /> : <ErrorMessage error={error} onRetry={reload} />}
      </IdentityFrame>
    )
  return (
    <IdentityFrame
      at="/identity/webhook"
      actions={
        <Button
          variant="default"
          loading={hand.busy}
          disabled={!hand.argv}
          leftSection={<Icon name="example" />}
          onClick={() => void hand.apply(webhookFlags(settings.url, 'v1', 30))}
        >
          Use in this cluster
        </Button>
      }
    >
      <div className="o-two">
        <TokenAnswersPart settings={settings} change={change} canRunCode={state?.['canRunCode'] === true} />
        <div className="o-stack">
          <AskPart settings={settings} hand={hand} />
          <TokenTryPart settings={settings} />
          <Callers
            calls={state?.['calls']}
            about="Answers are cached for the time set by the flag, measured with the cluster’s clock. Failures are not cached."
          />
        </div>
      </div>
    </IdentityFrame>
  )
}
