import { Button, FileButton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flagChanges } from '../../../links/flag-changes'
import { FRAMED } from '../../../links/rule'
import { writeJson } from '../../../machinery/json-text'
import { flagsOf } from '../../../scenarios/open'
import { readScenario } from '../../../scenarios/read'
import type { Scenario } from '../../../scenarios/scenario'
import { Go } from '../../components/Go'
import { PageHead } from '../../components/PageHead'
import { ScenarioPreview } from '../../components/scenario/ScenarioPreview'
import { RunsCode } from '../../components/scenario/WebhookCode'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { useTabLink } from '../../state/link'
import { pageAddress, useGoToPage, usePreloadedPage } from '../../state/page-place'
import { useQueryState, useSetQuery } from '../../state/place'
import { makePlane, openHere, unopenedPlane } from '../../state/plane-changes'
import { openPlane } from '../../state/planes'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { readSource } from '../../queries/scenario-source'

function Found({ scenario }: { readonly scenario: Scenario }) {
  const { act, busy, error } = useAction()
  const [runsCode, setRunsCode] = useState(false)
  const goToPage = useGoToPage()
  usePreloadedPage(scenario.page)
  const open = (): Promise<boolean> =>
    act(async () => {
      const content = { scenario: writeJson(scenario), runsCode, flags: flagsOf(scenario) }
      const waiting = unopenedPlane()
      if (!waiting) {
        const { id } = makePlane({ name: scenario.title, origin: 'link' }, content)
        return openPlane(id, pageAddress(scenario.page))
      }
      openHere(waiting, scenario.title, content)
      // The page that the scenario names is opened when its state is there.
      if (pageAddress(scenario.page) === undefined) goToPage('/explore')
    })
  const unknown = flagChanges([], flagsOf(scenario)).filter(({ refused }) => refused)
  return (
    <section className="o-panel o-panel-body" aria-labelledby="scenario-title">
      <h2 id="scenario-title" className="o-h2">
        {scenario.title}
      </h2>
      <ScenarioPreview scenario={scenario} />
      {error !== undefined && <ErrorMessage error={error} />}
      <RunsCode webhooks={scenario.webhooks} checked={runsCode} onChange={setRunsCode} />
      <div className="o-row wrap">
        <Button
          loading={busy}
          disabled={unknown.length > 0}
          aria-describedby="scenario-opens"
          onClick={() => void open()}
        >
          Open in a new plane
        </Button>
        <span id="scenario-opens" className="o-dim o-small">
          {unknown.length > 0
            ? `This scenario cannot be opened here: this version does not know ${unknown.map(({ name }) => `--${name}`).join(', ')}.`
            : 'A plane is a separate cluster in this browser. Your other planes are not changed.'}
        </span>
      </div>
    </section>
  )
}

/** Opens a scenario by its address; its content is shown first. */
function AddressForm() {
  const setQuery = useSetQuery()
  const [address, setAddress, dropAddress] = useSessionDraft('scenario-address', '')
  return (
    <form
      className="o-row wrap o-to-centre"
      onSubmit={(event) => {
        event.preventDefault()
        if (!address.trim()) return
        setQuery({ from: address.trim() }, { push: true })
        dropAddress()
      }}
    >
      <TextInput
        className="o-scenario-address"
        aria-label="Address of a scenario"
        placeholder="https://example.com/scenario.json"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!address.trim()}>
        Show the content
      </Button>
    </form>
  )
}

/** Shows the content of a scenario from a link or file, and opens it in a plane of its own. */
export function OpenPage() {
  const { s: packed, from } = useQueryState()
  const { framed } = useTabLink()
  const [file, setFile] = useState<Scenario>()
  const { act, error: fileError } = useAction()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['scenario', packed, from],
    queryFn: ({ signal }) => readSource({ packed, from }, signal),
    enabled: !framed,
    retry: false,
    staleTime: Infinity,
  })
  const read = (chosen: File | null): void => {
    if (chosen) void act(async () => setFile(readScenario(await chosen.text())))
  }
  const scenario = file ?? data
  return (
    <div className="o-page">
      <PageHead
        title="Open a scenario"
        about="A scenario is a saved cluster state or a lesson. Look inside before you open it."
      >
        <FileButton accept=".json,.yaml,.yml" onChange={read}>
          {(props) => (
            <Button variant="default" {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </PageHead>
      <div className="o-page-body">
        {framed && <ErrorMessage error={FRAMED} />}
        {fileError !== undefined && <ErrorMessage error={fileError}>The file was not opened.</ErrorMessage>}
        {error && !file && (
          <ErrorMessage error={error} onRetry={() => void refetch()}>
            The scenario was not opened. Nothing has changed.
          </ErrorMessage>
        )}
        {isLoading && <Loading lines={6} />}
        {scenario && <Found scenario={scenario} />}
        {!scenario && !error && !isLoading && !framed && (
          <Empty icon="learn" title="No scenario yet" actions={<AddressForm />}>
            Open a link that somebody shared with you, choose a file, or enter the address of one. Lessons of this site
            are on the{' '}
            <Go className="o-link" place={{ to: '/learn' }}>
              Learn
            </Go>{' '}
            page.
          </Empty>
        )}
      </div>
    </div>
  )
}
