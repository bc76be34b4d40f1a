### Words of the second page.

secondPage-title = Second page
secondPage-field = Show a card…
secondPage-cards = Cards opened here
secondPage-none = No card here yet
secondPage-none-hint = Type a card’s title above, or choose “Open on the second page” in a card’s menu. It stays here while you work on other cards.
secondPage-loading = Loading…
secondPage-go = Go to “{ $title }”
secondPage-close = Take “{ $title }” off this page
secondPage-choices = Choices
