### What a turn of the assistant says itself: why it ended, what was done, what to do next. What is wrong with a model (turn-error-…) the program says in English itself.

turn-offer_to_continue = 说「继续」就从这里接着做。
turn-too_many_corrections = 已停下：太多调用无法照原样执行。
turn-too_many_corrections-advice = 请把要求说得更具体、分成更小的步骤，或换一个模型。
turn-too_many_failures = 已停下：连续 { $failures } 次调用都失败了。
turn-too_many_failures-advice = 可以换个说法，或者再试试。
turn-output_limit_while_thinking = 模型的思考用完了整个输出上限，还没有说出一个字。
turn-output_limit_before_text = 模型还没有说出一个字就到了输出上限。
turn-output_limit_before_text-advice = 请在设置里提高这个模型的 output_tokens，或者一次少要求一些。
turn-output_limit_in_text = 在模型的输出上限处被截断。
turn-declined_without_words = 模型没有说明就拒绝了。
turn-declined = 模型或其服务的过滤器在这里中止了回答。
turn-withheld = 已经开始的调用没有执行：{ $names }。
turn-rephrase = 请换个说法，或换一个模型。
turn-empty_reply = 模型回答了，但没有说话，也没有调用工具。
turn-empty_reply-advice = 请再发送一次，或换一个模型。
turn-step_limit = 已在 { $steps } 步后停下，这是一轮的上限。
turn-token_limit = 已在 { $tokens } 个 token 后停下；一轮的上限是 { $bound }。
turn-cost_limit = 已在花费 { $cost } 后停下；一轮的上限是 { $bound }。
turn-unpriced_tokens = 其中不含文字用量：设置里没有这个模型的价格。
turn-unpriced_pictures = 其中不含 { $pictures } 张设置里没有价格的图片。
turn-unpriced_both = 其中不含文字用量和 { $pictures } 张图片：设置里没有它们的价格。
turn-picture_count_limit = 已在 { $bound } 张付费图片后停下，这是一轮的上限。
turn-picture_cost_limit = 下一张图片要 { $price }，已花费 { $spent }，而一轮的上限是 { $bound }，因此停下。
turn-request_too_large = 每次请求必带的内容（给模型的说明、打开的场景和工具）约需 { $needed } 个 token，而模型的 { $window } 个 token 中除去回答只剩 { $available } 个。
turn-request_found_too_long = 服务认为请求太长（{ $said }），而每次请求必带的内容约需 { $needed } 个 token，无法再缩短多少。
turn-request_too_large-advice = 请给模型更长的上下文（设置中的 context_tokens；服务器在本机时也要在那里调大），换一个窗口更大的模型，或者让这个场景少放些内容。
turn-turn_too_long = 这一轮对模型来说已经太长：工具结果已缩到最短，下一次请求仍约需 { $needed } 个 token，而只有 { $available } 个的空间。
turn-turn_too_long-advice = 请一次少要求一些，或换一个窗口更大的模型。
turn-instruction_too_long = 你写的内容对这个模型来说太长：请求约需 { $needed } 个 token，而只有 { $available } 个的空间。
turn-instruction_too_long-advice = 请把长文字放进场景并提到那个场景，或换一个窗口更大的模型。
turn-stopped = 已由你停止。
turn-reason = { $why }。
turn-reason_after_tries = { $why }（试了 { $tries } 次）。
turn-advice_wait = 请稍后再发送，或换一个模型。
turn-advice_connection = 请检查网络，稍后再发送，或换一个模型。
turn-advice_key = 请在设置里填好该服务的密钥，再发送一次。
turn-advice_credit = 请给该服务的账户充值，或换一个模型。
turn-advice_shorter = 请开始新的对话，一次少要求一些，或换一个窗口更大的模型。
turn-advice_settings = 请检查设置里模型的名称和选项，或换一个模型。
turn-advice_again = 请再发送一次，一次少要求一些，或换一个模型。
turn-advice_go_on = 再发送一次就接着做。

turn-error-rate_limited = { $provider } 要求放慢速度
turn-error-rate_limited_for = { $provider } 要求放慢速度，{ $seconds } 秒后再试
turn-error-overloaded = { $provider } 出错（{ $status }）：{ $message }
turn-error-unreachable = 无法连接 { $provider }：{ $message }
turn-error-broken_off = { $provider } 的回复还没说完就断了：{ $message }
turn-error-unauthorized = { $provider } 拒绝了密钥：{ $message }
turn-error-no_credit = { $provider } 的账户没有余额了：{ $message }
turn-error-too_long = 对话对 { $provider } 来说太长：{ $message }
turn-error-refused = { $provider } 拒绝回答：{ $message }
turn-error-bad_request = { $provider } 不接受这个请求（{ $status }）：{ $message }
turn-error-bad_tool_call = { $provider } 读不懂模型的工具调用：{ $message }
turn-error-unreadable = { $provider } 的回复无法读懂：{ $message }
turn-error-empty = { $provider } 回答了，却什么也没说
turn-error-cancelled = 已停止

turn-wrote = { $title }的 { $capability }，版本 { $version }
turn-took_away = 去掉了{ $title }的 { $capability }
turn-call = { $tool }（{ $what }）
turn-and_more = { $listed }，还有 { $more } 项
turn-nothing_changed = 什么都没有改动。
turn-done = 已完成：{ $calls }。
turn-not_done = 未完成：{ $calls }。
turn-not_run = 未执行：{ $names }。

turn-interrupted = 已中断：这一轮还没有结束，程序就退出了。
turn-doubtful = 不知是否已执行，请查看故事：{ $tool }。
turn-nothing_runs_again = 不会自动重新执行任何操作；说「继续」就接着做。

# Beginnings of words by which a person asks for a removal, and words that negate them; never shown.
turn-words_of_removal = 删, 移除, 去掉, 去除, 清空, 清除, 清理, 除掉, 拿掉, 扔掉, 合并, 恢复, 还原, 回到, 重新开始
turn-words_of_negation = 不, 别, 勿, 没, 莫
