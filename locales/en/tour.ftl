### Words of the tour.

tour-step = Step { $at } of { $of }
tour-leave = Leave the tour
tour-back = Back
tour-next = Next
tour-play-now = Play the story
tour-map = Your story is a map
tour-map-how = Scenes are cards, choices are lines. Double-click the ground for a new scene; drag from a card’s edge for a choice.
tour-page = Write on the page
tour-page-how = Press Enter on a card. The text comes first, the choices stand right below it, and Escape leads back to the map.
tour-draft = The assistant waits for your yes
tour-draft-how = Say what you want done. Here it has written a scene; look at it on the map, then accept or discard it.
tour-versions = Nothing is ever lost
tour-versions-how = Every change is kept, yours and the assistant’s. Undo works even after a restart.
tour-play = Read it as your readers will
tour-play-how = Play from any scene, with the choices, conditions and variables as they are now.
