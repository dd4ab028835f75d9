/** The routes of a running API, also those that no description has. */
import type { FastifyInstance } from 'fastify';

/** A path in lower case, in which every parameter is `:id`. */
export interface Route {
  path: string;
  methods: string[];
}

/** Reads them from the router's tree. */
export function routesOf(app: FastifyInstance): Route[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*) \((.*)\)$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parents.splice(depth, Number.POSITIVE_INFINITY, part);
      const path = parents.join('').replace(/:\w+(\|:\w+)*/g, ':id');
      return methods === '' ? [] : [{ path, methods: methods.split(', ') }];
    });
}
