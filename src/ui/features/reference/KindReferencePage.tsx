import { Button, TextInput } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { apiVersionFor, findResource, type ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { explainField, type OpenApiDocument, useOpenApi } from '../../queries/openapi'
import { useKeys } from '../../state/keys'
import {
  explainPlace,
  groupFromPath,
  listPlace,
  useGo,
  usePathState,
  useQueryState,
  useSetQuery,
} from '../../state/place'
import { useTyped } from '../../state/use-typed'
import './reference.css'
import { FieldBody } from './FieldBody'
import { KindRequests } from './KindRequests'

/** A kind's fields, one level at a time, and its requests. */
export function KindReferencePage() {
  const path = usePathState()
  const discovery = useDiscovery()
  const openapi = useOpenApi()
  const group = groupFromPath(path['group'] ?? '')
  const info = findResource(discovery.data, group, path['version'] ?? '', path['resource'] ?? '')
  const error = discovery.error ?? openapi.error
  if (error)
    return (
      <div className="o-panel-body">
        <ErrorMessage error={error} onRetry={() => void openapi.refetch()} />
      </div>
    )
  if (discovery.isPending || discovery.isPlaceholderData || openapi.isPending)
    return <Loading lines={12} label="Reading the OpenAPI document" />
  if (!info || !openapi.data)
    return (
      <Empty
        title={`${path['resource'] ?? ''} is not served`}
        page
        icon="search"
        actions={<Go place={{ to: '/reference' }}>Show all kinds</Go>}
      />
    )
  return <KindReference info={info} document={openapi.data} />
}

function KindReference({ info, document }: { readonly info: ResourceInfo; readonly document: OpenApiDocument }) {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const go = useGo()
  const box = useRef<HTMLInputElement>(null)
  const field = query['field'] ?? ''
  const steps = useMemo(
    () =>
      field
        .split('.')
        .map((step) => step.replace(/\[.*\]$/, ''))
        .filter(Boolean),
    [field],
  )
  const [typed, setTyped] = useTyped('field', field)
  const found = explainField(document, info, steps)
  useKeys([
    { keys: '/', title: 'Explain a field', run: () => box.current?.focus() },
    {
      keys: 'Escape',
      title: 'One level up',
      run: () =>
        steps.length ? setQuery({ field: steps.slice(0, -1).join('.') }, { push: true }) : go({ to: '/reference' }),
    },
  ])
  return (
    <div className="o-page">
      <PageHead
        title={info.kind}
        area="API reference"
        about={`All fields of ${apiVersionFor(info)} ${info.kind} with their descriptions, and every request that reads or writes it.`}
        crumbs={
          <nav className="o-small" aria-label="Breadcrumb">
            <Go place={{ to: '/reference' }}>API reference</Go>
          </nav>
        }
      >
        {info.verbs.includes('list') && (
          <Button variant="default" leftSection={<Icon name="list" />} onClick={() => go(listPlace(info))}>
            Show objects
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="example" />}
          onClick={() => setQuery({ field: 'metadata.ownerReferences' }, { push: true })}
        >
          Explain a field
        </Button>
      </PageHead>
      <div className="o-page-body o-stack">
        <section className="o-panel" aria-label="Field">
          <header>
            <nav className="o-trail" aria-label="Field path">
              <Go place={explainPlace(info)}>{info.resource}</Go>
              {steps.map((step, i) => (
                <span key={i} className="o-trail">
                  <span className="o-faint">.</span>
                  <Go
                    place={explainPlace(info, steps.slice(0, i + 1).join('.'))}
                    aria-current={i === steps.length - 1 ? 'true' : undefined}
                  >
                    {step}
                  </Go>
                </span>
              ))}
            </nav>
            <span className="o-grow" />
            <form
              onSubmit={(event) => {
                event.preventDefault()
                setQuery({ field: typed.trim() }, { push: true })
              }}
            >
              <TextInput
                ref={box}
                w={260}
                aria-label="Field path; press Enter to explain"
                placeholder="spec.template.spec"
                value={typed}
                onChange={(e) => setTyped(e.currentTarget.value)}
                classNames={{ input: 'o-mono' }}
                spellCheck={false}
              />
            </form>
          </header>
          {!found ? (
            <Empty
              title={`Field ${field} not found`}
              icon="search"
              actions={<Go place={explainPlace(info)}>Show top-level fields</Go>}
            />
          ) : (
            <FieldBody steps={steps} info={info} found={found} document={document} />
          )}
        </section>
        <KindRequests info={info} document={document} />
      </div>
    </div>
  )
}
