import { getRouteApi, useRouter } from '@tanstack/react-router';
import { SignInForm } from './sign-in-form';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { to } = route.useSearch();
  const router = useRouter();
  return <SignInForm onEntered={() => router.history.push(to ?? '/console/')} />;
}
