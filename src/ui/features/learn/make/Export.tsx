import { Button, Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { stringify } from 'yaml'
import { planeAddress } from '../../../../links/planes'
import { LONGEST_LINK, packScenario } from '../../../../scenarios/link-text'
import { readScenario, ScenarioError } from '../../../../scenarios/read'
import type { Scenario } from '../../../../scenarios/scenario'
import { ErrorMessage } from '../../../components/States'
import { download } from '../../../state/download'
import { endMaking, type Making } from '../../../state/lesson/making'
import { copyText } from '../../../state/notify'
import { useAction } from '../../../state/use-action'
import { secretsOf } from './secrets'

/** Why a lesson is incomplete; undefined if it is complete. */
function problemOf(scenario: Scenario): string | undefined {
  if (scenario.summary.trim() === '') return 'Write its summary: what the learner meets, in a sentence or two.'
  try {
    readScenario(stringify(scenario))
    return undefined
  } catch (error) {
    if (error instanceof ScenarioError) return error.message.replace(/^line \d+, column \d+: /gm, '')
    throw error
  }
}

const linkTo = async (scenario: Scenario): Promise<string> =>
  planeAddress(location.href, '', `/open?s=${await packScenario(scenario)}`)

/** Exports the lesson as a link or file, or opens it to try. */
export function Export({ making }: { readonly making: Making }) {
  const { scenario } = making
  const { act, busy, error } = useAction()
  const secrets = useMemo(() => secretsOf(scenario), [scenario])
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const problem = useMemo(() => problemOf(scenario), [scenario])
  const held = secrets.some((secret) => !agreed.includes(secret))
  const disabled = problem !== undefined || held || making.text !== undefined
  const link = (use: (address: string) => unknown): void =>
    void act(async () => {
      const address = await linkTo(scenario)
      if (address.length > LONGEST_LINK) throw new Error('The lesson is too long for a link: download it as a file.')
      await use(address)
    })
  return (
    <section className="o-panel" aria-labelledby="make-export">
      <header>
        <h2 id="make-export">Export</h2>
      </header>
      <div className="o-panel-body o-stack">
        {problem !== undefined && <ErrorMessage error={problem}>The lesson is not complete yet.</ErrorMessage>}
        {secrets.map((secret) => (
          <Checkbox
            key={secret}
            label={<span className="o-break">{secret} is secret, and anyone with the lesson can read it</span>}
            checked={agreed.includes(secret)}
            onChange={({ currentTarget: { checked } }) =>
              setAgreed(checked ? [...agreed, secret] : agreed.filter((one) => one !== secret))
            }
          />
        ))}
        {error !== undefined && <ErrorMessage error={error} />}
        <div className="o-row wrap">
          <Button
            size="compact-sm"
            disabled={disabled}
            loading={busy}
            onClick={() => link((address) => copyText(address, 'Link'))}
          >
            Copy the link
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            onClick={() => download('lesson.yaml', stringify(scenario), 'application/yaml')}
          >
            Download as a file
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            onClick={() => link((address) => location.assign(address))}
          >
            Play the lesson
          </Button>
        </div>
        <EndMaking />
      </div>
    </section>
  )
}

/** Asks for confirmation before discarding a lesson, because that cannot be undone. */
function EndMaking() {
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <div>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsked(true)}>
          Discard the lesson…
        </Button>
      </div>
    )
  return (
    <div className="o-row wrap" role="group" aria-label="Discard the lesson?">
      <span className="o-small">Its texts and recordings are deleted; the plane is kept.</span>
      <Button size="compact-sm" color="red" onClick={endMaking}>
        Discard
      </Button>
      <Button size="compact-sm" variant="default" autoFocus onClick={() => setAsked(false)}>
        Keep the lesson
      </Button>
    </div>
  )
}
