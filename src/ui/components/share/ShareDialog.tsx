import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Dialog } from '../Dialog'
import { planeAddress } from '../../../links/planes'
import { writeJson } from '../../../machinery/json-text'
import { messageOf } from '../../../machinery/message-of'
import { LONGEST_LINK, packScenario } from '../../../scenarios/link-text'
import { download } from '../../state/download'
import { copyText } from '../../state/notify'
import { planeHere, usePlanes } from '../../state/planes'
import { useSessionDraft } from '../../state/session-draft'
import { closeShare } from '../../state/share'
import { ErrorMessage, Loading } from '../States'
import { ChoiceList } from './ChoiceList'
import './share.css'
import { embedCode } from './embed-code'
import { choicesOf, type Shareable, sharedScenario } from './shared-scenario'
import { useShareable } from './use-shareable'

function ShareForm({ shareable }: { readonly shareable: Shareable }) {
  const planes = usePlanes((state) => state.planes)
  const choices = useMemo(() => choicesOf(shareable), [shareable])
  const [title, setTitle] = useSessionDraft('share-title', planeHere(planes).name)
  const [note, setNote] = useSessionDraft('share-note', '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(choices.flatMap(({ id, secret }) => (secret ? [] : [id]))),
  )
  const scenario = useMemo(() => sharedScenario(shareable, { title, note, chosen }), [shareable, title, note, chosen])
  const [link, setLink] = useState<string>()
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    let current = true
    packScenario(scenario).then(
      (packed) => current && setLink(planeAddress(location.href, '', `/open?s=${packed}`)),
      (error: unknown) => current && setFailed(messageOf(error)),
    )
    return () => {
      current = false
    }
  }, [scenario])
  const large = link !== undefined && link.length > LONGEST_LINK
  return (
    <div className="o-stack">
      <TextInput
        label="Title"
        value={title}
        maxLength={120}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Note"
        description="Shown beside the page. Markdown."
        autosize
        minRows={2}
        maxRows={8}
        value={note}
        maxLength={5000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ChoiceList
        label="Include in the link"
        warning="anyone with the link can read it"
        choices={choices}
        chosen={chosen}
        onChange={setChosen}
      />
      <p className="o-dim o-small o-flush">
        Not included: objects that controllers create by themselves. Webhook code runs only if the person who opens the
        link agrees.
        {shareable.startUnknown !== undefined &&
          ` Also not included: initial objects that you deleted, because a second cluster with these flags does not start (${shareable.startUnknown}).`}
      </p>
      {failed !== undefined && <ErrorMessage error={failed} />}
      <p className="o-dim o-small" role="status">
        {link === undefined ? 'Creating the link…' : `${link.length.toLocaleString('en')} characters. `}
        {large && 'This is too large for a link: many programs cut long links. Share the file, or include less.'}
        {!large && 'The whole state is in the link itself: nothing is uploaded.'}
      </p>
      <Group justify="flex-end">
        <Button
          variant={large ? 'filled' : 'default'}
          onClick={() => download('scenario.json', writeJson(scenario), 'application/json')}
        >
          Download as a file
        </Button>
        <Button
          variant="default"
          title="HTML that shows this plane in a page of your own"
          onClick={() => void copyText(embedCode(scenario, location.href), 'Embed code').then(closeShare)}
        >
          Copy embed code
        </Button>
        <Button
          disabled={link === undefined || large}
          data-autofocus
          onClick={() => link !== undefined && void copyText(link, 'Link').then(closeShare)}
        >
          Copy the link
        </Button>
      </Group>
    </div>
  )
}

/** Makes a link, or a file, that restores this plane's current state. */
export function ShareDialog() {
  const { data, error, refetch } = useShareable()
  return (
    <Dialog onClose={closeShare} size="lg" title="Share this plane">
      {error ? (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ShareForm shareable={data} />
      ) : (
        <Loading lines={6} />
      )}
    </Dialog>
  )
}
