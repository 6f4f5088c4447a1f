import { useMemo } from 'react'
import type { BenchOptions } from '../../../../api/policies/bench'
import { typesOf } from '../../../../api/policies/complete-policy'
import type { Merge } from '../../../../api/policies/mutate-object'
import type { PolicySpec } from '../../../../api/policies/policy'
import { schemaOfDefinition } from '../../../../api/policies/schema-of-definition'
import type { ApiObject } from '../../../../machinery/object'
import { overlay } from '../../../../managed-fields/overlay'
import { worldOf } from '../../../components/editor/complete-expression'
import { useDiscovery } from '../../../queries/use-discovery'
import { definitionOf, type OpenApiDocument, useOpenApi } from '../../../queries/openapi'

/** Merges by the cluster's schema; kinds that it does not serve are merged by shape. */
const mergeBy =
  (document: OpenApiDocument | undefined): Merge =>
  (object, intent) => {
    const whole = object as ApiObject
    const name = document && definitionOf(document, whole.apiVersion ?? '', whole.kind ?? '')
    return overlay(whole, intent, schemaOfDefinition(document?.definitions ?? {}, name ?? ''))
  }

/** The options for evaluating policies in this page, with the cluster's types, including custom ones. */
export function useBenchTypes(spec: PolicySpec | undefined, release: number): BenchOptions {
  const document = useOpenApi().data
  const discovery = useDiscovery().data
  return useMemo(() => {
    const types = spec && document ? typesOf(spec, worldOf(document, discovery, release)) : {}
    return { release, merge: mergeBy(document), types, resources: discovery?.resources ?? [] }
  }, [document, discovery, release, spec])
}
