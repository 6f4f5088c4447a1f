import type { ApiObject } from '../../../machinery/object'

const DEFAULT_ANNOTATIONS = ['storageclass.orch.io/is-default-class', 'storageclass.beta.orch.io/is-default-class']

/** Storage classes marked as default, newest first, then by name. */
export const defaultClasses = (classes: readonly ApiObject[]): ApiObject[] =>
  classes
    .filter(({ metadata }) => DEFAULT_ANNOTATIONS.some((name) => metadata.annotations?.[name] === 'true'))
    .sort(
      (a, b) =>
        compareTexts(b.metadata.creationTimestamp, a.metadata.creationTimestamp) ||
        compareTexts(a.metadata.name, b.metadata.name),
    )

const compareTexts = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)
