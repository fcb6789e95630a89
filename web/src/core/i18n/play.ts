/** Adds the words of the view Play, which load with it. */
import { addMessages } from "./message";
import { playEn } from "./play.en";
import { playFr } from "./play.fr";

addMessages(playEn, playFr);
