import './desk.css';
import { start } from '../app/start';
import { Desk } from './desk-page';

await start(() => <Desk />);
