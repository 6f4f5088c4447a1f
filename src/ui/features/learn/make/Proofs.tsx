import { Button } from '@mantine/core'
import { useState } from 'react'
import { parseJson, writeJson } from '../../../../machinery/json-text'
import type { JsonObject } from '../../../../machinery/json'
import { proofParts } from '../../../../scenarios/prove'
import type { ProofVerdict } from '../../../../scenarios/proof-verdict'
import type { Scenario } from '../../../../scenarios/scenario'
import { Icon } from '../../../components/Icon'
import { RunsCode, WebhookTexts } from '../../../components/scenario/WebhookCode'
import { ErrorMessage } from '../../../components/States'
import { useSession } from '../../../state/connection'
import { changeMaking, type Making } from '../../../state/lesson/making'
import { useAction } from '../../../state/use-action'

/** Plays the lesson in separate control planes and reports the results. */
export function Proofs({ making }: { readonly making: Making }) {
  const { scenario, runsCode = false } = making
  const session = useSession()
  const { act, busy, error } = useAction()
  const [verdicts, setVerdicts] = useState<readonly ProofVerdict[]>([])
  const [proven, setProven] = useState<Scenario>()
  const parts = proofParts(scenario)
  const run = async (): Promise<void> => {
    setVerdicts([])
    setProven(scenario)
    const { webhooks, ...plainly } = scenario
    const sent = runsCode && webhooks ? scenario : plainly
    const plain = parseJson(writeJson(sent)) as JsonObject
    for (const part of parts.keys()) {
      const found = await session.control('prove', { scenario: plain, part })
      setVerdicts((before) => [...before, ...found])
    }
  }
  const failed = verdicts.filter(({ ok }) => !ok).length
  return (
    <section className="o-panel" aria-labelledby="make-proofs">
      <header>
        <h2 id="make-proofs" className="o-grow">
          Test the lesson
        </h2>
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void act(run)}>
          Run the test
        </Button>
      </header>
      <div className="o-panel-body">
        <p className="o-dim o-small o-flush">
          Four things are checked: no step is solved or gives a hint at the start; the solution solves every step in
          order; every wrong turn gets its hint; and two runs leave the same objects.
        </p>
        <Code making={making} />
        {error !== undefined && <ErrorMessage error={error}>The test ended early.</ErrorMessage>}
        <ul className="o-make-verdicts">
          {verdicts.map(({ title, ok, problem }, i) => (
            <li key={i} className={ok ? '' : 'o-tone-refused'}>
              <Icon name={ok ? 'check' : 'cross'} />
              <span className="o-break">
                {title}
                {problem !== undefined && <b>: {problem}</b>}
              </span>
            </li>
          ))}
        </ul>
        <p role="status" className="o-small o-flush">
          {busy && 'Playing the lesson…'}
          {!busy && verdicts.length > 0 && error === undefined && (
            <b>{failed === 0 ? 'The lesson works.' : `${failed} of ${verdicts.length} checks failed.`}</b>
          )}
          {!busy && verdicts.length > 0 && proven !== scenario && ' You have changed the lesson since.'}
        </p>
      </div>
    </section>
  )
}

/** The code of the lesson's webhooks, and the consent to run it in the plane and the proofs. */
function Code({ making: { scenario, runsCode = false } }: { readonly making: Making }) {
  const { webhooks = [] } = scenario
  if (webhooks.length === 0) return null
  return (
    <div className="o-stack">
      <WebhookTexts webhooks={webhooks} />
      <RunsCode
        webhooks={webhooks}
        checked={runsCode}
        // The plane is rebuilt before the next recording.
        onChange={(runs) => changeMaking(({ at: _, ...rest }) => ({ ...rest, runsCode: runs }))}
      />
    </div>
  )
}
