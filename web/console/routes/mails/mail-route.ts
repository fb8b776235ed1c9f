import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getMail } from '../../../api/generated/mails.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const mailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mails/$mailId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('mails'),
      context.queries.ensureQueryData(one(getMail, { mail_id: params.mailId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/mails/mail-detail.tsx'), 'MailDetail'),
});
