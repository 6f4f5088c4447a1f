import { namespaced, status } from '../../../releases/rows'
import { ALL } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const horizontalPodAutoscalerFacts: KindFacts = {
  rows: [
    namespaced(
      'autoscaling',
      'horizontalpodautoscalers',
      'HorizontalPodAutoscaler',
      {
        v2: { since: 23 },
        v1: { since: 2 },
        v2beta1: {
          since: 8,
          deprecated: 22,
          removed: 25,
          instead: 'autoscaling/v2',
          announced: { until: 24, instead: 'autoscaling/v2beta2' },
        },
        v2beta2: {
          since: 12,
          deprecated: 23,
          removed: 26,
          instead: 'autoscaling/v2',
          announced: { until: 24, instead: '' },
        },
      },
      { shortNames: ['hpa'], categories: ALL, subresources: [status] },
    ),
  ],
  gatedFields: {
    HPAContainerMetrics: [
      'autoscaling.v2.MetricSpec containerResource',
      'autoscaling.v2beta1.MetricSpec containerResource',
      'autoscaling.v2beta2.MetricSpec containerResource',
    ],
  },
  roles: [
    { part: 'edit', group: 'autoscaling', resources: ['horizontalpodautoscalers'] },
    { part: 'view', group: 'autoscaling', resources: ['horizontalpodautoscalers', 'horizontalpodautoscalers/status'] },
  ],
  references: { refers: true },
}
