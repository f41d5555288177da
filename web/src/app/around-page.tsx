import AboveThePage from './above-the-page';
import AccountMenu from './account-menu';
import Live from './live';
import OrganizationSwitch from './organization-switch';
import PageCalls from './page-calls';

/** What the frame has besides the page: one script, which comes when the page is drawn. */
export const aroundPage = { AboveThePage, AccountMenu, Live, OrganizationSwitch, PageCalls };
