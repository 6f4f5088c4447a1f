import { Button } from '@mantine/core'
import { useSessionDraft } from '../../state/session-draft'
import type { WebhookBackend } from '../../../outside/admission-webhook-settings'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { notifyError } from '../../state/notify'
import { useDiscovery } from '../../queries/use-discovery'
import { Panel } from '../../components/Panel'
import { writeJson } from '../../../machinery/json-text'
import { sampleReview } from './workbench/sample'
import { useSample } from './workbench/use-trial'
import { pageSandbox } from './page-sandbox'
import { expectationOf, runCase, type TestCase } from './test-cases'
import { type RecentReview, useSource, useTests } from './use-webhooks'
import { TestRow } from './TestRow'
import { TEST_LIMIT_MS, useTestResults } from './use-test-results'

/** Reviews with expected results, rerun while the code is edited. */
export function TestsPanel({
  backend,
  recent,
}: {
  readonly backend: WebhookBackend
  readonly recent: readonly RecentReview[]
}) {
  const { text: source } = useSource(backend)
  const { tests, set } = useTests(backend)
  const { results, running } = useTestResults(source, tests)
  const sample = useSample(backend)
  const discovery = useDiscovery().data
  const [open, setOpen] = useSessionDraft<string | undefined>(`open-test/${backend.id}`, undefined)
  const passed = tests.filter(({ id }) => results[id]?.passed).length
  const last = recent.filter((one) => one.backend === backend.id).at(-1)
  const change = (id: string, part: Partial<TestCase>): void =>
    set(tests.map((test) => (test.id === id ? { ...test, ...part } : test)))
  const add = async (name: string, review: string): Promise<void> => {
    const id = crypto.randomUUID()
    const draft: TestCase = { id, name, review, expect: { allowed: true, message: '' } }
    const result = await runCase(pageSandbox(), source, draft, TEST_LIMIT_MS)
    set([...tests, result.outcome ? { ...draft, expect: expectationOf(result.outcome) } : draft])
    setOpen(id)
  }
  return (
    <Panel
      title="Tests"
      actions={
        <span aria-live="polite">
          {running ? (
            <Verdict tone="waiting">running</Verdict>
          ) : (
            <Verdict tone={tests.length === 0 ? 'none' : passed === tests.length ? 'allowed' : 'refused'}>
              {tests.length === 0 ? 'no tests' : `${passed} of ${tests.length} pass`}
            </Verdict>
          )}
        </span>
      }
    >
      <ul className="o-adm-tests">
        {tests.map((test) => (
          <li key={test.id}>
            <TestRow
              test={test}
              result={results[test.id]}
              open={open === test.id}
              onOpen={() => setOpen(open === test.id ? undefined : test.id)}
              onChange={(part) => change(test.id, part)}
              onRemove={() => set(tests.filter(({ id }) => id !== test.id))}
            />
          </li>
        ))}
      </ul>
      <div className="o-panel-body o-row wrap">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => {
            try {
              const review = sampleReview(sample.text, sample.operation, discovery)
              void add('The sample request', `${writeJson(review, 2)}\n`)
            } catch (error) {
              notifyError('The sample cannot become a test', error)
            }
          }}
        >
          From the sample
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={!last}
          onClick={() => {
            if (last) void add('Last request from the API server', `${writeJson(last.review, 2)}\n`)
          }}
        >
          Add test from last request
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="copy" size={14} />}
          disabled={tests.length === 0}
          onClick={() => {
            const test = tests.find(({ id }) => id === open) ?? tests[0]
            if (test) void add(`${test.name} (copy)`, test.review)
          }}
        >
          Duplicate test
        </Button>
        {!last && <span className="o-dim o-tiny">Requests that reach the webhook can be saved as tests.</span>}
      </div>
    </Panel>
  )
}
