import { addBuiltInTypes } from '../registry/built-in-types'
import { addMetricsTypes } from '../registry/metrics-types'
import { Catalogue } from '../registry/catalogue'
import { createReader } from '../registry/reader'
import type { ObjectReader } from '../machinery/reader'
import type { Store } from '../store/store'
import type { Configuration } from './configuration'

/** The store, the catalogue served over it, and the reader that decisions use. */
export interface Storage {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly reader: ObjectReader
}

/** Serves the built-in types of the release over the store. */
export function buildStorage(store: Store, configuration: Configuration): Storage {
  const { flags, release, runtimeConfig, feature } = configuration
  store.setHistoryWindow(flags.durationMs('history-window'))
  const catalogue = new Catalogue()
  addBuiltInTypes(catalogue, release, { runtimeConfig, feature })
  if (flags.integer('nodes') > 0) addMetricsTypes(catalogue)
  return { store, catalogue, reader: createReader(store, catalogue) }
}
