import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Word } from '../../components/terms/Explained'
import { parseClientConfig } from '../../../machinery/client-config'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useActAs } from '../../state/act-as'
import { maskedFile } from '../../state/client-user'
import { Panel } from '../../components/Panel'
import { credentialWord, useKeyring } from '../../state/keyring'
import { fnv1a } from '../../../machinery/fnv'
import { contextsOf, type ImportedContext } from './client-files'

/** Reads a kubeconfig and offers its contexts as identities. */
export function ImportPart({
  text,
  setText,
  drop,
  drafted,
}: {
  readonly text: string
  readonly setText: (text: string) => void
  readonly drop: () => void
  readonly drafted: boolean
}) {
  const file = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const contexts = useQuery({
    queryKey: ['client-file', fnv1a(text)],
    enabled: text.trim() !== '',
    retry: false,
    queryFn: () => contextsOf(parseClientConfig(text)),
  })
  return (
    <Panel
      title="Import a client configuration"
      about="Reads clusters, users and contexts (kubeconfig format). The user of each context becomes an identity that you can use here, always with this cluster. The file stays in this tab."
      actions={
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
            onClick={() => file.current?.click()}
          >
            Open file…
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            aria-label="Client configuration file"
            accept=".yaml,.yml,.json,.conf,.config,*"
            onChange={(e) => {
              const chosen = e.currentTarget.files?.[0]
              e.currentTarget.value = ''
              void chosen?.text().then(setText)
            }}
          />
        </>
      }
    >
      <div className="o-panel-body o-stack">
        {drafted && !shown && text !== '' ? (
          <pre className="o-code o-high-16" tabIndex={0} aria-label="The file, secrets hidden">
            {maskedFile(text)}
          </pre>
        ) : (
          <Textarea
            aria-label="Content of the file"
            placeholder="Paste a client configuration (YAML or JSON)"
            autosize
            minRows={4}
            maxRows={16}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(e) => {
              setShown(true)
              setText(e.currentTarget.value)
            }}
            classNames={{ input: 'o-mono' }}
          />
        )}
        {text !== '' && (
          <div className="o-row wrap">
            <Button size="compact-sm" variant="default" onClick={() => setShown(!shown)}>
              {shown ? 'Hide secrets' : 'Show secrets and edit'}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setShown(false)
                drop()
              }}
            >
              Close
            </Button>
          </div>
        )}
        {contexts.isError && <ErrorMessage error={contexts.error} />}
        {text.trim() !== '' && contexts.isPending && <Loading lines={3} />}
        {contexts.data && <Contexts contexts={contexts.data} />}
      </div>
    </Panel>
  )
}

function Contexts({ contexts }: { readonly contexts: readonly ImportedContext[] }) {
  const actAs = useActAs()
  const keep = (context: ImportedContext): void => {
    if (context.kept) useKeyring.getState().keep(context.kept)
  }
  const usable = contexts.filter(({ error }) => error === undefined)
  if (contexts.length === 0)
    return <Empty title="The file has no contexts">An identity needs a context. Add one to the file.</Empty>
  return (
    <>
      <div className="o-scroll-x">
        <table className="o-table">
          <thead>
            <tr>
              <th>
                <Word id="kubeconfig">Context</Word>
              </th>
              <th>User</th>
              <th>
                <Word id="credential">Credential</Word>
              </th>
              <th>Server</th>
              <th>
                <span className="o-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {contexts.map((context) => (
              <tr key={context.name}>
                <td className="o-break">
                  {context.name} {context.current && <Verdict tone="allowed">current</Verdict>}
                </td>
                <td className="o-break">{context.user || '–'}</td>
                <td className="o-break">
                  {context.error !== undefined ? (
                    <>
                      <Verdict tone="refused">unusable</Verdict> {context.error}
                    </>
                  ) : (
                    <>
                      {context.kept ? credentialWord(context.kept.credential) : 'nothing'}
                      {context.id.startsWith('user:') && ', impersonates'}
                    </>
                  )}
                </td>
                <td className="o-mono o-dim o-break">{context.server}</td>
                <td className="acts">
                  <Button
                    size="compact-sm"
                    disabled={context.error !== undefined}
                    aria-label={`Act as the user of ${context.name}`}
                    onClick={() => {
                      keep(context)
                      actAs(context.id)
                    }}
                  >
                    Act as
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          variant="default"
          disabled={usable.length === 0}
          onClick={() => {
            usable.forEach(keep)
            notifyDone(`${usable.length} contexts imported`, 'Select them in the identity menu')
          }}
        >
          Import all contexts
        </Button>
      </div>
    </>
  )
}
